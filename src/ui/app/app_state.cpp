#include "ui/app/app_state.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "export/hardware_counters.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "session/device.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/pending_input.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::ui {

App::State::State(Start how, const Fonts& with_fonts, std::function<void()> with_wake,
                  std::unique_ptr<ViewGrid> with_views)
    : AppParts(std::move(how), with_fonts, std::move(with_wake), std::move(with_views),
               [this] { return map_request(); }) {
    release_key_focus();
    doc.send = [this](const Command& command) { handle(command); };
    doc.on_leave_place = [this] { leave_place(); };
    doc.on_request = [this](const session::Request& request) { live.show_now(request, input_time); };
    doc.on_program_reread = [this] {
        if (doc.is_of_program(editor.file())) editor.file_changed();
    };
    update_language();
    study.set_overlays(start.recorded);
    if (start.first_start) dialogs.welcome.show();
    if (const catalog::Experiment* e = doc.experiment(); e != nullptr && start.uses_initial_layout) {
        initial_layout.show(*e, scene, preferences, window, start);
        if (start.initial_focus) initial_layout.focus(start);
    }
    if (start.paint) {
        on(PaintCode{start.paint});
        on(ScrollCode{start.paint->place});
    }
    worker.post([]() -> Worker::Finish {
        static_cast<void>(lesson_entries()); // loads the lessons before a menu needs them
        static_cast<void>(exporting::stored_hardware_counters());
        return {};
    });
    if (start.program.empty()) {
        doc.submit();
    } else {
        window.page = true;
        open_experiment(start.program);
    }
    update_model();
    lesson.draw_slides(start.lesson_slide);
    if (!start.lesson.empty()) open_lesson(start.lesson, start.lesson_step);
    if (!start.assignment.empty()) open_assignment(start.assignment);
    if (start.editing) on(OpenEditor{true});
}

App::State::~State() {
    study.cancel();
    if (document.beside_cancelled) *document.beside_cancelled = true;
    runs.session.on_change({});
    Preferences remembered = doc.remembered();
    remembered.session = lesson.on() ? preferences.session : restart_words(*this);
    preferences_file.keep_at_end(remembered);
    doc.end_work();
}

void App::State::update_camera() {
    moving = false;
    if (!model.result || !views || !window.views_in_sight(preferences)) return;
    // Views without room still compute their content.
    if (!views->laid_out()) {
        redraw.want();
        return;
    }
    camera.note_widths(views->area(0).max.x - views->area(0).min.x, views->area(1).max.x - views->area(1).min.x);
    if (start.zoom && doc.is_of_setup(*model.result)) {
        render::Camera zoomed = views->fitted(model, *model.result);
        zoomed.pixels_per_cell = std::clamp(*start.zoom, render::Camera::min_zoom, render::Camera::max_zoom);
        const std::optional<scene::Spot>& pin = scene.pin;
        if (pin && pin->space == render::Content(render::Space::output)) zoomed.centre = pin->place;
        scene.camera = zoomed;
        start.zoom.reset();
    }
    if (scene.camera) {
        camera.now = *scene.camera;
        return;
    }
    const double seconds = static_cast<double>(ImGui::GetIO().DeltaTime);
    moving = camera.follow(views->fitted(model, *model.result), seconds, start.animate && !preferences.reduced_motion);
}

/// Marks the result as stale until the new run's textures are complete.
void App::State::update_stale_result() {
    const double now = ImGui::GetTime();
    model.result_is_stale = false;
    if (!model.result || doc.is_of_setup(*model.result)) {
        differs_since.reset();
        return;
    }
    if (!differs_since) differs_since = now;
    const bool comes = !model.busy && runs.newest && doc.is_of_setup(*runs.newest);
    model.result_is_stale =
        model.busy ? model.progress.milliseconds > patience_ms : comes && 1000 * (now - *differs_since) > patience_ms;
}

void App::State::update_model() {
    window.scale = scale();
    look = {&palette(preferences.dark), fonts, scale(), preferences.dark};
    model.look = look;
    model.menu_requested = std::exchange(window.menu_requested, false);
    model.catalog = start.catalog.get();
    model.experiment = doc.experiment();
    model.variant = doc.variant();
    model.scene = &scene;
    model.setup = &scene.source;
    model.preferences = &preferences;
    model.progress = runs.session.progress();
    model.busy = runs.session.busy();
    update_stale_result();
    model.failure = runs.failure;
    model.failed_source = runs.failed_source;
    model.search = code_search;
    model.live = live.output().status();
    model.gpus = live.output().devices();
    model.partial.reset();
    if (shows_partial()) model.partial = partial.share();
    model.live_picture = model.partial ? ~partial.pictures() : model.live.pictures;
    model.live_values = live.values(model.result);
    const bool ahead = live.shows_ahead(model.result);
    const RunPtr heat = heat_maps.shown();
    model.live_has_result = live.has(model.result);
    model.live_ahead = ahead || model.partial;
    model.layer_ahead = ahead && layer_maps.shown() == live.ahead();
    model.heat_ahead = ahead && heat == live.ahead();
    model.heat_newer = heat && model.result && !(heat->request.settings == model.result->request.settings);
    if (start.device == session::DeviceChoice::emulator) {
        model.live = {};
        model.live.why = msg("the GPU was not requested");
    }
    model.launch_note = launch_note;
    model.pending_input = pending_input();
    model.illegal = legal.illegal();
    model.block_picture = &block_picture;
    model.step = scene.step;
    model.interval = scene.interval;
    model.slice = scene.slice;
    model.matrices_camera = scene.matrices;
    code.fill(model, model.result || !runs.failed_source.empty());
    model.program_page = window.page;
    window.lesson = lesson.on();
    model.presentation = window.presentation;
    model.bug_step =
        model.variant != nullptr && window.bug_variant == model.variant->name ? window.bug_step : BugStep();
    model.narrow = ImGui::GetIO().DisplaySize.x < 1100 * look.scale;
    if (!scene.pin) window.inspector_away = false;
    window.drawer_tall = window.drawer_tall || (preferences.panes.drawer_open && info(preferences.tab).has(tall));
    window.sizes = sizes_of_panes();
    model.inspector_open = window.sizes.inspector_open;
    model.reading = window.presentation || window.captured_large
                        ? 0.03f * (ImGui::GetIO().DisplaySize.y - window.captured_rows) / look.scale
                        : 0;
    model.drawer_open = window.sizes.drawer_open;
    model.preferred_scale = window.preferred_scale(preferences, ImGui::GetIO().DisplaySize.y);
    model.can_undo = history.can_undo();
    model.can_redo = history.can_redo();
    model.notices = &notices.shown();
    model.camera = camera.now;
    model.trace = trace.get();
    model.lesson = lesson.view();
    model.lessons_taken = &lesson.progress();
    model.assignment = assignment.shown() ? &assignment.view() : nullptr;
}

void App::State::update_pointer() {
    if (!ImGui::IsMousePosValid()) return pointer.update(std::nullopt);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    pointer.update(scene::Point{mouse.x, mouse.y});
}

void App::State::keep_preferences() {
    preferences_file.keep(doc.remembered(), ImGui::GetTime(), [this](const Diagnostic& why) {
        doc.say(false, msg("The settings cannot be saved: {}", why.message), why.hint);
    });
}

void App::State::update_textures() {
    up_to_date = views->update(runs.newest, trace_of_newest());
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

/// Limits uploads to one per 100 ms while a slider moves, because results soon become stale.
void App::State::update_textures_last(bool launched) {
    constexpr std::chrono::milliseconds pause{100};
    const auto now = std::chrono::steady_clock::now();
    redraw.want(2);
    if (launched && now - uploaded_between_launches < pause) return;
    if (launched) uploaded_between_launches = now;
    update_textures();
}

void App::State::frame(std::optional<uint32_t> framebuffer) {
    const auto began = std::chrono::steady_clock::now();
    doc.clock = {ImGui::GetTime(), static_cast<double>(ImGui::GetIO().DeltaTime)};
    const bool has_input = input_time != std::chrono::steady_clock::time_point();
    if (!has_input) input_time = began;
    redraw.begin_frame();
    update_language();
    worker.deliver();
    gpu_worker.deliver();
    layer_worker.deliver();
    film.update();
    report_film();
    before_run.deliver();
    assignment.deliver();
    lesson.deliver();
    program.update();
    if (auto file = dialogs.desktop.take()) {
        on(OpenFile{*file});
        redraw.want(3);
    }
    take_results();
    update_live();
    follow_selection();
    // If the GPU shows the effect at once, launches before the upload, which takes milliseconds.
    const bool upload_last = has_input && model.live.active;
    if (!upload_last) update_textures();
    notices.expire(ImGui::GetTime());

    update_model();
    update_editor();
    note_scale();
    update_watched();
    show_arrived();
    update_lesson();
    update_assignment();
    update_selection();
    update_probes();
    views->set_probes(model);
    update_block_view();
    compare.update();
    if (!window.capturing) update_pointer();
    paint.update();
    update_differences();
    traces.ask();
    layer_maps.update(heat_maps.waits());
    heat_maps.update();
    update_study();
    charts.update();
    machine_code.update();
    if (const catalog::Variant* v = doc.variant()) legal.update(scene.source, *v, runs.newest, model.limits);
    update_camera();
    model.camera = camera.now;
    model.trace = trace.get();
    time.enter_pending_scope();
    time.update_moment();
    time.update_launch();
    update_scene_check();
    apply_style(look);
    ImGui::GetIO().ConfigInputTextCursorBlink = !preferences.reduced_motion;
    covered.clear();
    window.views_drawn = false;

    Commands commands;
    // A menu that Esc has just closed consumed the key.
    window.menu_open = window.menu_left_open || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    if (labels) labels->begin_frame();
    {
        // Workers' results are in the window's language.
        const InLanguage words(window.captured_language.value_or(language()));
        layout(commands);
    }
    window.menu_left_open = menu_is_open();
    const RunPtr ahead_before = live.ahead();
    if (!window.capturing) {
        editor.focused(); // before commands, which may request the keyboard again
        code_search.focus = code_search.to_hit = false;
        apply(lesson.on() ? within_lesson(commands) : commands);
    }
    if (window.views_drawn) {
        // Paints after the launch, because drawing can keep OpenGL busy.
        views->paint(live_texture(), model.partial ? model.live_picture : live.output().status().pictures, framebuffer,
                     window.captured_view);
        covered = views->covered();
    }
    if (upload_last) update_textures_last(live.ahead() && live.ahead() != ahead_before);
    keep_preferences();
    const bool shown = !lesson.on() && model.result && !document.arriving && doc.is_of_setup(*model.result);
    autosave.update(ImGui::GetTime(), shown ? model.result : nullptr, look_of_scene());
    input_time = {};
    frame_times.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
}

double App::State::pause() const {
    return partial_waits() || input_waits()
               ? 0
               : pacing.pause(Pacing::Time::clock::now(), runs.session.running(), !moves_wait());
}

} // namespace warpscope::ui
