#include "ui/app/app.hpp"

#include <algorithm>
#include <utility>

#include "ui/app/app_state.hpp"
#include "ui/imgui/pending_input.hpp"
#include "workbench/files/restart.hpp"

namespace warpscope::ui {

namespace {

constexpr double picture_poll = 0.01;

} // namespace

App::App(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
App::~App() = default;

Result<std::unique_ptr<App>> App::create(Start start, const Fonts& fonts, std::function<void()> wake) {
    auto views = ViewGrid::create();
    if (!views) return tl::unexpected(views.error());
    if (ImGui::GetCurrentContext() != nullptr) start.time = ImGui::GetTime();
    return std::unique_ptr<App>(
        new App(std::make_unique<State>(std::move(start), fonts, std::move(wake), std::move(*views))));
}

void App::frame(std::optional<uint32_t> framebuffer) { state_->frame(framebuffer); }

double App::idle_seconds() const {
    const State& s = *state_;
    if (const double pause = s.pause(); pause > 0) return pause;
    if (input_waits() || s.redraw.due() || s.views_feature.is_camera_moving() || (s.runs.newest && !s.up_to_date) ||
        s.export_feature.pending_picture())
        return 0;
    const interop::LiveOutput& live = s.pictures.live().output();
    double seconds = !live.under_way() ? 60 : live.overdue() ? 0.2 : picture_poll;
    // Limits the frame rate, because software OpenGL would slow down the run.
    if (s.model.busy) seconds = std::min(seconds, 0.2);
    if (ImGui::GetIO().WantTextInput) seconds = std::min(seconds, 0.2);
    for (const Feature* feature : s.dispatcher.features())
        if (const auto due = feature->seconds_until_due()) seconds = std::min(seconds, *due);
    if (s.dialogs.film.open() && s.model.film_preview) seconds = std::min(seconds, 0.25);
    if (s.preferences_file.waits()) seconds = std::min(seconds, PreferencesFile::delay);
    for (const Notice& notice : s.notices.shown()) seconds = std::min(seconds, notice.until - ImGui::GetTime() + 0.01);
    return std::max(seconds, 0.01);
}

void App::request_redraw() { state_->redraw.want(4); }

void App::frame_shown(double seconds) { state_->pacing.shown(Pacing::Time::clock::now(), seconds); }

bool App::should_present() const {
    return state_->pacing.should_present(Pacing::Time::clock::now(), state_->runs.newest && !state_->up_to_date);
}

bool App::is_throttled() const { return state_->pause() > 0; }

bool App::settled() const {
    const State& s = *state_;
    const interop::LiveOutput& live = s.pictures.live().output();
    if (live.under_way() && !live.overdue()) return false;
    const bool on_screen = !s.runs.newest || (s.up_to_date && s.model.result == s.runs.newest);
    const bool features = std::ranges::all_of(s.dispatcher.features(), &Feature::is_settled);
    const bool working = !s.worker.idle() || !s.gpu_worker.idle() || !s.layer_worker.idle();
    return features && s.runs.answered() && on_screen && !working && !s.pictures.live().preparing() && !s.redraw.due();
}

bool App::should_quit() const { return state_->window.quit; }
std::vector<std::string> App::restart_arguments() const { return restart_words(state_->doc, state_->model); }
bool App::should_restart() const { return state_->window.restart; }

void App::note_input(std::chrono::steady_clock::time_point when) {
    state_->input_time = when;
    // Input may need several frames: ImGui opens a menu in two.
    if (input_waits() || moves_wait()) request_redraw();
}
std::vector<double> App::launch_times() const { return state_->pictures.live().launch_times().values(); }

void App::report_error(const Diagnostic& error) {
    state_->doc.say(true, error.message, error.hint);
    state_->redraw.want(3);
}

void App::open_files(const std::vector<std::filesystem::path>& files) {
    State& s = *state_;
    s.redraw.want(3);
    for (size_t i = files.size(); i-- > 1;) remember(s.preferences, std::filesystem::absolute(files[i]).string());
    if (!files.empty()) s.handle(OpenFile{files.front()});
}

void App::set_monitor_scale(float scale) { state_->window.monitor_scale = scale; }
void App::set_touch(bool on) { state_->window.touch = on; }
bool App::presentation() const { return state_->window.presentation; }
void App::set_window_place(const WindowPlace& place) { state_->preferences.window = place; }

Ground App::ground() const { return {state_->look.colors->panel, state_->covered}; }
const Model& App::model() const { return state_->model; }
std::vector<double> App::frame_times() const { return state_->frame_times.values(); }

} // namespace warpscope::ui
