#include <chrono>
#include <concepts>
#include <functional>
#include <string_view>
#include <utility>

#include "language/language.hpp"
#include "ui/app/app_state.hpp"
#include "ui/imgui/pending_input.hpp"

namespace warpscope::ui {

namespace {

struct FrameStep {
    std::string_view name;
    void (*run)(App::State&, App::State::Frame&);
};

template<auto Function>
void do_step(App::State& state, App::State::Frame& frame) {
    if constexpr (std::invocable<decltype(Function), App::State&, App::State::Frame&>)
        std::invoke(Function, state, frame);
    else
        std::invoke(Function, state);
}

template<auto Part, auto Function>
void do_step(App::State& state, App::State::Frame& /*frame*/) {
    std::invoke(Function, state.*Part);
}

constexpr FrameStep frame_steps[] = {
    {"choose the language", do_step<&AppParts::window_feature, &WindowFeature::update_language>},
    {"finish jobs", do_step<&App::State::finish_jobs>},
    {"take films", do_step<&AppParts::export_feature, &ExportFeature::deliver>},
    {"take the unedited text's run", do_step<&AppParts::editing, &EditingFeature::deliver>},
    {"take the lesson's answers", do_step<&AppParts::lesson, &LessonFeature::deliver>},
    {"follow the program", do_step<&AppParts::program, &ProgramFeature::update>},
    {"open the chosen file", do_step<&AppParts::files, &FilesFeature::deliver>},
    {"take the newest run", do_step<&AppParts::launch, &LaunchFeature::take_results>},
    {"draw pictures on the GPU", do_step<&AppParts::gpu, &GpuFeature::update_pictures>},
    {"follow the pinned block", do_step<&AppParts::views_feature, &ViewsFeature::follow_selection>},
    {"upload the newest run", do_step<&App::State::upload_first>},
    {"remove old notices", do_step<&App::State::remove_old_notices>},

    {"fill the models", do_step<&App::State::update_model>},
    {"take the typed text", do_step<&AppParts::editing, &EditingFeature::update>},
    {"report a limited scale", do_step<&App::State::note_scale>},
    {"follow files", do_step<&AppParts::editing, &EditingFeature::follow_files>},
    {"show the opened scene", do_step<&AppParts::files, &FilesFeature::show_arrived>},
    {"follow the lesson", do_step<&AppParts::lesson, &LessonFeature::update>},
    {"select a cell", do_step<&AppParts::views_feature, &ViewsFeature::update_selection>},
    {"move marks with their lines", do_step<&AppParts::editing, &EditingFeature::follow_run>},
    {"paint the initial line", do_step<&AppParts::launch, &LaunchFeature::paint_initial_line>},
    {"measure for overlays", do_step<&AppParts::views_feature, &ViewsFeature::update_probes>},
    {"give the probes to the views", do_step<&App::State::set_probes>},
    {"describe the block", do_step<&AppParts::views_feature, &ViewsFeature::update_block_view>},
    {"compare", do_step<&AppParts::compare, &CompareFeature::update>},
    {"move the laser pointer", do_step<&App::State::update_pointer>},
    {"paint cells", do_step<&AppParts::paint, &PaintFeature::update>},
    {"subtract references", do_step<&AppParts::views_feature, &ViewsFeature::update_differences>},
    {"request traces", do_step<&AppParts::traces, &Traces::ask>},
    {"draw maps on the GPU", do_step<&AppParts::pictures, &ScreenPictures::update_maps>},
    {"measure on the GPU", do_step<&AppParts::gpu, &GpuFeature::update_study>},
    {"make charts", do_step<&AppParts::charts, &ChartsFeature::update>},
    {"make machine code", do_step<&AppParts::machine_code, &MachineCodeFeature::update>},
    {"find legal values", do_step<&AppParts::launch, &LaunchFeature::update>},
    {"move the camera", do_step<&AppParts::views_feature, &ViewsFeature::update_camera>},
    {"enter the requested time", do_step<&AppParts::time, &TimeFeature::enter_pending_scope>},
    {"show the moment", do_step<&AppParts::time, &TimeFeature::update_moment>},
    {"show blocks in time", do_step<&AppParts::time, &TimeFeature::update_launch>},
    {"check the scene's numbers", do_step<&AppParts::files, &FilesFeature::update>},

    {"draw the panels", do_step<&App::State::draw>},
    {"apply commands", do_step<&App::State::apply_commands>},
    {"paint the views", do_step<&App::State::paint_views>},
    {"upload the run after its launch", do_step<&App::State::upload_last>},
    {"keep preferences", do_step<&App::State::keep_preferences>},
    {"keep a copy of the scene", do_step<&AppParts::export_feature, &ExportFeature::keep_autosave>},
};

} // namespace

void App::State::frame(std::optional<uint32_t> framebuffer) {
    const auto began = std::chrono::steady_clock::now();
    doc.clock = {ImGui::GetTime(), static_cast<double>(ImGui::GetIO().DeltaTime)};
    Frame frame{.framebuffer = framebuffer, .has_input = input_time != std::chrono::steady_clock::time_point()};
    if (!frame.has_input) input_time = began;
    redraw.begin_frame();
    for (const FrameStep& one : frame_steps) one.run(*this, frame);
    input_time = {};
    frame_times.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
}

void App::State::finish_jobs() {
    worker.deliver();
    gpu_worker.deliver();
    layer_worker.deliver();
}

void App::State::remove_old_notices() { notices.expire(ImGui::GetTime()); }

void App::State::set_probes() { views->set_probes(model); }

void App::State::update_pointer() {
    if (window.capturing) return;
    if (!ImGui::IsMousePosValid()) return pointer.update(std::nullopt);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    pointer.update(scene::Point{mouse.x, mouse.y});
}

void App::State::keep_preferences() {
    preferences_file.keep(doc.remembered(), ImGui::GetTime(), [this](const Diagnostic& why) {
        doc.say(false, msg("The settings cannot be saved: {}", why.message), why.hint);
    });
}

void App::State::upload_first(Frame& frame) {
    // If the GPU can show the effect at once, launches before uploading, because the upload takes milliseconds.
    frame.uploads_last = frame.has_input && model.live.active;
    if (!frame.uploads_last) update_textures();
}

void App::State::update_textures() {
    up_to_date = views->update(runs.newest, views_feature.trace_of_newest(pictures.partial_trace()));
    const Baseline& pinned = model.baseline;
    if (!views->update_baseline(pinned.side_by_side ? pinned.result : nullptr, pinned.trace)) up_to_date = false;
    const RunPtr before = std::exchange(doc.shown, views->shown());
    model.result = doc.shown;
    if (before && before != doc.shown) before->derived.clear();
    if (model.result != nullptr && model.result == runs.newest) runs.session.note_shown(*runs.emulated);
    if (const auto problem = views->problem(); problem != drawing_problem) {
        drawing_problem = problem;
        if (!problem.empty()) doc.say(true, problem);
    }
}

// Limits uploads to one per 100 ms while a slider moves, because results soon become stale.
void App::State::upload_last(Frame& frame) {
    if (!frame.uploads_last) return;
    const bool launched = pictures.ahead() && pictures.ahead() != frame.ahead_before;
    constexpr std::chrono::milliseconds pause{100};
    const auto now = std::chrono::steady_clock::now();
    redraw.want(2);
    if (launched && now - uploaded_between_launches < pause) return;
    if (launched) uploaded_between_launches = now;
    update_textures();
}

void App::State::draw(Frame& frame) {
    apply_style(look);
    ImGui::GetIO().ConfigInputTextCursorBlink = !preferences.reduced_motion;
    covered.clear();
    window.views_drawn = false;
    // Counts a menu that Esc has just closed as open, because the menu consumed the key.
    const bool card_leaves_keys = card_is_open() && !ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    window.menu_open =
        window.menu_left_open || (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup) && !card_leaves_keys);
    if (model.lesson == nullptr || model.lesson->now().spotlight.empty())
        labels.reset();
    else if (!labels)
        labels.emplace();
    if (labels) labels->begin_frame();
    {
        // Only the layout uses the picture's language; workers use the window's language.
        const ScopedLanguage words(window.captured_language.value_or(language()));
        layout(frame.commands);
    }
    window.menu_left_open = menu_is_open();
}

void App::State::apply_commands(Frame& frame) {
    frame.ahead_before = pictures.ahead();
    if (window.capturing) return;
    editing.drop_focus_requests();
    apply(lesson.filter(frame.commands));
}

void App::State::paint_views(Frame& frame) {
    if (!window.views_drawn) return;
    views->paint(pictures.texture(), pictures.picture(), frame.framebuffer, window.captured_view);
    covered = views->covered();
}

} // namespace warpscope::ui
