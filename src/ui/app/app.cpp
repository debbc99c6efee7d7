#include "ui/app/app.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "compile/compiler.hpp"
#include "export/png.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/app/app_state.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {

namespace {

constexpr size_t kept_times = 240;
constexpr double picture_poll = 0.01; // seconds between looks for a picture that the GPU is at
constexpr double save_delay = 2;      // seconds between a change of preferences and its way to the disk

} // namespace

App::State::State(Start how, const Fonts& with_fonts, std::function<void()> wake_up)
    : start(std::move(how))
    , fonts(with_fonts)
    , wake(std::move(wake_up))
    , preferences(start.preferences)
    , saved_preferences(start.preferences)
    , live(start.gpu != nullptr ? interop::LiveOutput(start.gpu->runtime, start.gpu->bridge) : interop::LiveOutput())
    , worker(wake)
    , gpu_worker(wake)
    , layer_worker(wake)
    , watched(wake, [](const std::filesystem::path& file) { return compile::own_headers(file).files; })
    , charts(wake) {
    session.on_change(wake);
    if (!start.catalog) start.catalog = std::make_shared<catalog::Catalog>();
    for (Notice& notice : start.notices) say(notice.error, notice.words, notice.hint);
    if (auto first = start.choice ? start.choice : initial_choice(*start.catalog, preferences.last)) choice = *first;
    study.overlays = start.recorded;
    presentation = start.presentation;
    drawer_large = start.drawer_large;
    drawer_asked = start.drawer_asked;
    if (start.paint) {
        on(PaintCode{start.paint});
        on(ScrollCode{start.paint->place});
    }
    submit();
}

App::State::~State() {
    gpu_cancel = true;
    session.on_change({});
    if (preferences.window == saved_preferences.window && preferences == saved_preferences) return;
    if (!start.preferences_file.empty())
        worker.post([file = start.preferences_file, now = preferences]() -> Worker::Finish {
            if (auto saved = save_preferences(file, now); !saved)
                fmt::print(stderr, "warpscope: the settings were not saved: {}\n", saved.error().text());
            return {};
        });
}

const catalog::Experiment* App::State::experiment() const { return start.catalog->find(choice.experiment); }

const catalog::Variant* App::State::variant() const {
    const catalog::Experiment* e = experiment();
    return e == nullptr ? nullptr : e->find(choice.variant);
}

bool App::State::seen(Tab tab) const {
    return preferences.tab == tab && (presentation ? drawer_large : sizes.drawer_open);
}

void App::State::submit() {
    const catalog::Experiment* e = experiment();
    if (e == nullptr) return;
    session::Request request;
    request.experiment = {start.catalog, e};
    request.variant = choice.variant;
    request.settings = choice.settings;
    request.input = choice.input;
    request.device = start.device;
    request.compiler = start.compiler;
    show_now(request);
    session.submit(std::move(request));
    submitted = awaited = true;
}

void App::State::choose(const Choice& next, const std::string& gesture) {
    if (next == choice) return;
    history.record(choice, gesture);
    choice = next;
    submit();
}

void App::State::say(bool error, std::string words, std::string hint) {
    std::erase_if(shown_notices, [&](const Notice& n) { return n.words == words; });
    const double now = ImGui::GetCurrentContext() != nullptr ? ImGui::GetTime() : 0;
    shown_notices.push_back({error, std::move(words), std::move(hint), now + (error ? 20 : 5), next_notice++});
    if (shown_notices.size() > 4) shown_notices.erase(shown_notices.begin());
}

bool App::State::is_of_choice(const session::RunResult& result) const {
    const session::Request& request = result.request;
    return request.experiment->name == choice.experiment && request.variant == choice.variant &&
           request.settings == choice.settings && request.input == choice.input;
}

void App::State::update_camera() {
    moving = false;
    if (!model.result || !views || !views_in_sight()) return;
    // Views that have no room in the window have a place, too: what they show is worked out all the same.
    if (!views->laid_out()) {
        frames_wanted = std::max(frames_wanted, 2);
        return;
    }
    const ImVec2 size{views->area(0).max.x - views->area(0).min.x, views->area(1).max.x - views->area(1).min.x};
    if (size.x != fitted_size.x || size.y != fitted_size.y) jump = true;
    fitted_size = size;
    if (start.zoom) {
        camera = views->fitted(model, *model.result);
        camera.pixels_per_cell = std::clamp(*start.zoom, render::Camera::min_zoom, render::Camera::max_zoom);
        if (pinned && pinned->space == render::Content(render::Space::output)) camera.centre = pinned->place;
        start.zoom.reset();
        fitted = false;
    }
    if (!fitted) return;
    const render::Camera target = views->fitted(model, *model.result);
    const double change = std::abs(std::log(target.pixels_per_cell / camera.pixels_per_cell)) +
                          (std::abs(target.centre.x - camera.centre.x) + std::abs(target.centre.y - camera.centre.y)) *
                              target.pixels_per_cell / 1000;
    if (jump || !start.animate || change < 1e-3) {
        camera = target;
        jump = false;
        return;
    }
    const double step = 1 - std::exp(-static_cast<double>(ImGui::GetIO().DeltaTime) / 0.05);
    camera.pixels_per_cell *= std::pow(target.pixels_per_cell / camera.pixels_per_cell, step);
    camera.centre.x += (target.centre.x - camera.centre.x) * step;
    camera.centre.y += (target.centre.y - camera.centre.y) * step;
    moving = true;
}

void App::State::update_model() {
    look = {&palette(preferences.dark), fonts, scale(), preferences.dark};
    model.look = look;
    model.catalog = start.catalog.get();
    model.experiment = experiment();
    model.variant = variant();
    model.choice = &choice;
    model.preferences = &preferences;
    model.progress = session.progress();
    model.busy = session.busy();
    model.former =
        model.busy && model.progress.milliseconds > patience_ms && model.result && !is_of_choice(*model.result);
    model.failure = failure;
    model.failed_source = failed_source;
    model.live = live.status();
    model.gpus = live.devices();
    model.partial.reset();
    if (shows_partial()) model.partial = partial.share();
    model.live_picture = model.partial ? ~partial.pictures() : model.live.pictures;
    model.live_ahead = shows_ahead() || model.partial;
    model.layer_ahead = shows_ahead() && views->textures().shows_open_layer() && layer_in == ahead;
    model.heat_ahead = shows_ahead() && views->textures().shows_open_heat() && heat_in.run == ahead;
    model.heat_newer = views->textures().shows_open_heat() && heat_in.run && model.result &&
                       !(heat_in.run->request.settings == model.result->request.settings);
    if (start.device == session::DeviceChoice::emulator) {
        model.live = {};
        model.live.why = "the GPU was not asked for";
    }
    model.launch_note = launch_note;
    model.illegal = illegal;
    model.block_picture = &block_picture;
    model.step = step;
    model.interval = interval;
    model.matrices_camera = matrices_camera;
    model.slice = slice;
    model.goto_line = goto_frames > 0 ? goto_line : std::nullopt;
    model.goto_ptx = goto_frames > 0 ? goto_ptx : std::nullopt;
    model.marked_line = marked_line;
    model.hovered_code = hovered_code;
    if (goto_frames > 0 && (model.result || !failed_source.empty())) --goto_frames;
    model.presentation = presentation;
    model.narrow = ImGui::GetIO().DisplaySize.x < 1100 * look.scale;
    if (!pinned) inspector_away = false;
    sizes = sizes_of_panes();
    model.inspector_open = sizes.inspector_open;
    model.reading = presentation ? 0.03f * ImGui::GetIO().DisplaySize.y / look.scale : 0;
    model.drawer_open = sizes.drawer_open;
    model.wished_scale = wished_scale();
    model.can_undo = history.can_undo();
    model.can_redo = history.can_redo();
    model.notices = &shown_notices;
    model.camera = camera;
    model.trace = trace;
}

void App::State::keep_preferences() {
    if (preferences == saved_preferences || start.preferences_file.empty()) {
        preferences_changed = 0;
        return;
    }
    const double now = ImGui::GetTime();
    if (preferences_changed == 0) preferences_changed = now;
    if (now - preferences_changed < save_delay) return;
    preferences_changed = 0;
    saved_preferences = preferences;
    worker.post([this, file = start.preferences_file, now_saved = preferences]() -> Worker::Finish {
        auto saved = save_preferences(file, now_saved);
        if (saved) return {};
        return [this, why = saved.error()] {
            if (start.preferences_file.empty()) return;
            start.preferences_file.clear(); // said once; the session goes on without
            say(false, "The settings cannot be saved: " + why.message, why.hint);
        };
    });
}

void App::State::frame() {
    const auto began = std::chrono::steady_clock::now();
    if (input_came == std::chrono::steady_clock::time_point()) input_came = began;
    if (frames_wanted > 0) --frames_wanted;
    worker.deliver();
    gpu_worker.deliver();
    layer_worker.deliver();
    take_results();
    update_live();
    const bool trace_fits = trace && trace_of == newest;
    up_to_date = views->update(newest, trace_fits ? trace : nullptr);
    if (!views->update_baseline(baseline.side_by_side ? baseline.result : nullptr, baseline.trace)) up_to_date = false;
    model.result = views->shown();
    if (model.result != nullptr && model.result == newest) session.note_shown(*emulated);
    if (const auto problem = views->problem(); problem != drawing_problem) {
        drawing_problem = problem;
        if (!problem.empty()) say(true, problem);
    }
    const double now = ImGui::GetTime();
    std::erase_if(shown_notices, [&](const Notice& n) { return n.until < now; });

    update_model();
    note_scale();
    update_watched();
    update_selection();
    update_probes();
    views->set_probes(model);
    update_block_view();
    update_baseline();
    ask_for_trace();
    update_layer(); // before the slower tasks of the tab
    update_heat();
    update_study();
    update_charts();
    update_legal();
    update_camera();
    model.camera = camera;
    model.trace = trace;
    model.block_view = block_view;
    model.block_view_problem = block_view_problem;
    model.block_view_state = block_view_state;
    apply_style(look);
    covered.clear();

    Commands commands;
    menu_open = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    layout(commands);
    if (!capturing) apply(commands);
    keep_preferences();
    input_came = {};
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    if (times.size() > kept_times) times.pop_front();
}

double App::State::pause() const {
    return partial_waits() ? 0 : pacing.pause(Pacing::Time::clock::now(), session.running());
}

App::App(std::unique_ptr<State> state)
    : state_(std::move(state)) {}
App::~App() = default;

Result<std::unique_ptr<App>> App::create(Start start, const Fonts& fonts, std::function<void()> wake) {
    auto views = ViewPair::create();
    if (!views) return tl::unexpected(views.error());
    auto state = std::make_unique<State>(std::move(start), fonts, std::move(wake));
    state->views = std::move(*views);
    state->session.wait_until_shown();
    state->update_model();
    return std::unique_ptr<App>(new App(std::move(state)));
}

void App::frame() { state_->frame(); }

double App::idle_seconds() const {
    const State& s = *state_;
    if (const double pause = s.pause(); pause > 0) return pause;
    if (s.frames_wanted > 0 || s.moving || (s.newest && !s.up_to_date) || s.save_wish) return 0;
    double seconds = !s.live.under_way() ? 60 : s.live.overdue() ? 0.2 : picture_poll;
    if (s.model.busy) seconds = std::min(seconds, 0.2); // progress moves; drawing in software takes cores from the run
    if (ImGui::GetIO().WantTextInput) seconds = std::min(seconds, 0.2); // the caret blinks
    if (s.preferences_changed > 0) seconds = std::min(seconds, save_delay);
    for (const Notice& notice : s.shown_notices) seconds = std::min(seconds, notice.until - ImGui::GetTime() + 0.01);
    return std::max(seconds, 0.01);
}

void App::stir() {
    // A tooltip finds its size in its second frame, and what arrived may have to be uploaded before it is drawn.
    constexpr int frames = 4;
    state_->frames_wanted = std::max(state_->frames_wanted, frames);
}

void App::frame_shown(double seconds) { state_->pacing.shown(Pacing::Time::clock::now(), seconds); }

bool App::holds_back() const { return state_->pause() > 0; }

bool App::settled() const {
    const State& s = *state_;
    const bool answered = !s.submitted || (!s.session.busy() && s.seen_revision == s.session.revision() &&
                                           (s.newest != nullptr || s.failure.has_value()));
    if (s.live.under_way() && !s.live.overdue()) return false;
    return answered && (!s.newest || (s.up_to_date && s.model.result == s.newest)) && s.trace_wishes.empty() &&
           s.block_view_ready && s.baseline_block_view_ready && !s.probes_missing && s.worker.idle() &&
           !s.model.chart.busy && s.gpu_worker.idle() && s.layer_worker.idle() && !s.live_preparing && !s.moving &&
           s.frames_wanted == 0;
}

bool App::quit_wished() const { return state_->quit; }
bool App::restart_wished() const { return state_->restart; }

void App::note_input(std::chrono::steady_clock::time_point when) { state_->input_came = when; }
std::vector<double> App::launch_times() const { return {state_->launch_times.begin(), state_->launch_times.end()}; }

void App::complain(const Diagnostic& error) {
    state_->say(true, error.message, error.hint);
    state_->frames_wanted = 3;
}

void App::open_files(const std::vector<std::filesystem::path>& files) {
    State& s = *state_;
    s.frames_wanted = 3;
    // The first is shown; the others wait in the list of recent files.
    for (size_t i = files.size(); i-- > 1;) remember(s.preferences, std::filesystem::absolute(files[i]).string());
    if (!files.empty()) s.on(OpenFile{files.front()});
}

void App::set_monitor_scale(float scale) { state_->monitor_scale = scale; }
bool App::presentation() const { return state_->presentation; }
void App::set_window_place(const WindowPlace& place) { state_->preferences.window = place; }

Ground App::ground() const { return {state_->look.colours->panel, state_->covered}; }
const Model& App::model() const { return state_->model; }
std::vector<double> App::frame_times() const { return {state_->times.begin(), state_->times.end()}; }

} // namespace warpscope::ui
