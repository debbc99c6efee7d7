#include "ui/app/app_state.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "session/device.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/pending_input.hpp"
#include "ui/model/lesson/lesson_list.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {

App::State::State(Start how, const Fonts& with_fonts, std::function<void()> with_wake,
                  std::unique_ptr<ViewGrid> with_views)
    : AppParts(std::move(how), with_fonts, std::move(with_wake), std::move(with_views),
               [this] { return map_wishes(); }) {
    release_key_focus();
    runs.session.on_change(wake);
    runs.session.wait_until_shown();
    update_language();
    if (!start.catalog) start.catalog = std::make_shared<catalog::Catalog>();
    for (Notice& notice : start.notices) say(notice.error, notice.words, notice.hint);
    scene.views = preferences.views;
    scene.four = preferences.four;
    if (auto first = start.choice ? start.choice : initial_choice(*start.catalog, preferences.last))
        scene.source = *first;
    brought_kernels = preferences.texts_brought;
    if (document.brought_text) note_brought(scene.source);
    if (const catalog::Variant* v = variant();
        start.choice && v != nullptr && !session::is_of_catalogue(*v) && !exporting::came_with_scene(*experiment()))
        remember(preferences, std::filesystem::absolute(experiment()->file).string());
    study.set_overlays(start.recorded);
    window.presentation = start.presentation;
    window.drawer_large = start.drawer_large;
    window.drawer_asked = start.drawer_asked;
    if (start.first_start) dialogs.welcome.show();
    if (const catalog::Experiment* e = experiment(); e != nullptr && start.first_look)
        first_look.show(*e, scene, preferences, window);
    if (start.paint) {
        on(PaintCode{start.paint});
        on(ScrollCode{start.paint->place});
    }
    worker.post([]() -> Worker::Finish {
        static_cast<void>(lesson_entries()); // so that no menu waits for their files
        return {};
    });
    if (start.program.empty()) {
        submit();
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
    preferences_file.keep_at_end(remembered());
}

const catalog::Experiment* App::State::experiment() const { return start.catalog->find(scene.source.experiment); }

const catalog::Variant* App::State::variant() const {
    const catalog::Experiment* e = experiment();
    return e == nullptr ? nullptr : e->find(scene.source.variant);
}

void App::State::submit() {
    const catalog::Experiment* e = experiment();
    if (e == nullptr) return;
    session::Request request;
    request.experiment = {start.catalog, e};
    request.variant = scene.source.variant;
    request.settings = scene.source.settings;
    request.input = scene.source.input;
    request.text = scene.source.text;
    request.device = start.device;
    // What came from elsewhere reaches the GPU only when it is asked for.
    if (start.device == session::DeviceChoice::automatic &&
        (exporting::came_with_scene(*e) || is_brought(scene.source)))
        request.device = session::DeviceChoice::emulator;
    request.compiler = start.compiler;
    if (start.compiler == compile::CompilerChoice::automatic) request.ptx = document.ptx;
    live.show_now(request, input_came);
    runs.submit(std::move(request));
}

void App::State::choose(const scene::Source& next, const std::string& gesture) {
    if (next == scene.source) return;
    history.record({scene.source, scene.notes}, gesture);
    scene.source = next;
    submit();
}

void App::State::say(bool error, Message words, Message hint) {
    const double now = ImGui::GetCurrentContext() != nullptr ? ImGui::GetTime() : 0;
    notices.say(now, error, std::move(words), std::move(hint));
}

bool App::State::is_of_choice(const session::RunResult& result) const {
    const session::Request& request = result.request;
    const scene::Source& source = scene.source;
    return request.experiment->name == source.experiment && request.variant == source.variant &&
           request.settings == source.settings && request.input == source.input && request.text == source.text;
}

void App::State::update_camera() {
    moving = false;
    if (!model.result || !views || !window.views_in_sight(preferences)) return;
    // Views that have no room in the window have a place, too: what they show is worked out all the same.
    if (!views->laid_out()) {
        redraw.want();
        return;
    }
    camera.note_widths(views->area(0).max.x - views->area(0).min.x, views->area(1).max.x - views->area(1).min.x);
    if (start.zoom) {
        render::Camera wished = views->fitted(model, *model.result);
        wished.pixels_per_cell = std::clamp(*start.zoom, render::Camera::min_zoom, render::Camera::max_zoom);
        const std::optional<scene::Spot>& pin = scene.pin;
        if (pin && pin->space == render::Content(render::Space::output)) wished.centre = pin->place;
        scene.camera = wished;
        start.zoom.reset();
    }
    if (scene.camera) {
        camera.now = *scene.camera;
        return;
    }
    const double seconds = static_cast<double>(ImGui::GetIO().DeltaTime);
    moving = camera.follow(views->fitted(model, *model.result), seconds, start.animate && !preferences.reduced_motion);
}

/// Whether what is shown is of the run before: while the chosen one is under way, and until its textures are complete.
void App::State::note_former() {
    const double now = ImGui::GetTime();
    model.former = false;
    if (!model.result || is_of_choice(*model.result)) {
        differs_since.reset();
        return;
    }
    if (!differs_since) differs_since = now;
    const bool comes = !model.busy && runs.newest && is_of_choice(*runs.newest);
    model.former =
        model.busy ? model.progress.milliseconds > patience_ms : comes && 1000 * (now - *differs_since) > patience_ms;
}

void App::State::update_model() {
    look = {&palette(preferences.dark), fonts, scale(), preferences.dark};
    model.look = look;
    model.menu_wished = std::exchange(window.menu_wished, false);
    model.catalog = start.catalog.get();
    model.experiment = experiment();
    model.variant = variant();
    model.scene = &scene;
    model.choice = &scene.source;
    model.preferences = &preferences;
    model.progress = runs.session.progress();
    model.busy = runs.session.busy();
    note_former();
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
    model.live_ahead = ahead || model.partial;
    model.layer_ahead = ahead && layer_maps.shown() == live.ahead();
    model.heat_ahead = ahead && heat == live.ahead();
    model.heat_newer = heat && model.result && !(heat->request.settings == model.result->request.settings);
    if (start.device == session::DeviceChoice::emulator) {
        model.live = {};
        model.live.why = msg("the GPU was not asked for");
    }
    model.launch_note = launch_note;
    model.illegal = legal.illegal();
    model.block_picture = &block_picture;
    model.step = scene.step;
    model.interval = scene.interval;
    model.slice = scene.slice;
    model.matrices_camera = scene.matrices;
    code.fill(model, model.result || !runs.failed_source.empty());
    model.program = program.view();
    model.program_page = window.page;
    window.lesson = lesson.on();
    model.presentation = window.presentation;
    model.narrow = ImGui::GetIO().DisplaySize.x < 1100 * look.scale;
    if (!scene.pin) window.inspector_away = false;
    window.drawer_tall = window.drawer_tall || (preferences.panes.drawer_open && info(preferences.tab).has(tall));
    window.sizes = sizes_of_panes();
    model.inspector_open = window.sizes.inspector_open;
    model.reading = window.presentation || window.captured_large
                        ? 0.03f * (ImGui::GetIO().DisplaySize.y - window.captured_rows) / look.scale
                        : 0;
    model.drawer_open = window.sizes.drawer_open;
    model.wished_scale = window.wished_scale(preferences);
    model.can_undo = history.can_undo();
    model.can_redo = history.can_redo();
    model.notices = &notices.shown();
    model.camera = camera.now;
    model.trace = trace.get();
    model.lesson = lesson.view();
    model.lessons_taken = &lesson.progress();
    model.assignment = assignment.shown() ? &assignment.view() : nullptr;
}

Preferences App::State::remembered() const {
    // A lesson sets up the window as it needs it; what is remembered is how the user had it.
    Preferences all = before_lesson ? before_lesson->preferences : preferences;
    all.views = before_lesson ? before_lesson->scene.views : scene.views;
    all.four = before_lesson ? before_lesson->scene.four : scene.four;
    // A program that takes this one's place finds what is shown in the settings.
    for (size_t i = 0; i < start.asked_overlays.size() && !window.restart; ++i)
        if (const auto& [asked, own] = start.asked_overlays[i]; all.views[i].overlays == asked)
            all.views[i].overlays = own;
    if (before_lesson) {
        all.dark = preferences.dark;
        all.scale = preferences.scale;
        all.recent = preferences.recent;
        all.window = preferences.window;
        all.texts = preferences.texts;
        all.texts_newest = preferences.texts_newest;
        all.texts_brought = preferences.texts_brought;
    }
    return all;
}

void App::State::keep_preferences() {
    preferences_file.keep(remembered(), ImGui::GetTime(), [this](const Diagnostic& why) {
        say(false, msg("The settings cannot be saved: {}", why.message), why.hint);
    });
}

/// Brings the newest results to the views' textures, piece by piece.
void App::State::update_textures() {
    up_to_date = views->update(runs.newest, trace_of_newest());
    const Baseline& pinned = baseline.now();
    if (!views->update_baseline(pinned.side_by_side ? pinned.result : nullptr, pinned.trace)) up_to_date = false;
    if (const RunPtr before = std::exchange(model.result, views->shown()); before && before != model.result)
        before->derived.clear();
    if (model.result != nullptr && model.result == runs.newest) runs.session.note_shown(*runs.emulated);
    if (const auto problem = views->problem(); problem != drawing_problem) {
        drawing_problem = problem;
        if (!problem.empty()) say(true, problem);
    }
}

/// After a frame's commands. Results that come while a slider launches kernels are out of date soon: a frame in each
/// tenth of a second is made longer by them.
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
    const bool has_input = input_came != std::chrono::steady_clock::time_point();
    if (!has_input) input_came = began;
    redraw.begin_frame();
    update_language();
    worker.deliver();
    gpu_worker.deliver();
    layer_worker.deliver();
    film.update();
    tell_of_film();
    program.deliver();
    before_run.deliver();
    assignment.deliver();
    lesson.deliver();
    open_wished_launch();
    if (auto file = dialogs.desktop.take()) {
        on(OpenFile{*file});
        redraw.want(3);
    }
    take_results();
    update_live();
    follow_selection();
    // Uploading a result takes milliseconds. Where the GPU shows a moved slider at once, its launch comes first.
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
    update_baseline();
    traces.ask();
    layer_maps.update(heat_maps.waits()); // before the slower tasks of the tab
    heat_maps.update();
    update_study();
    update_charts();
    if (const catalog::Variant* v = variant()) legal.update(scene.source, *v, runs.newest, model.limits);
    update_camera();
    model.camera = camera.now;
    model.trace = trace.get();
    if (scope_wish && model.result) on(SetScope{*std::exchange(scope_wish, std::nullopt)});
    update_moment();
    update_launch_time();
    update_scene_check();
    apply_style(look);
    ImGui::GetIO().ConfigInputTextCursorBlink = !preferences.reduced_motion;
    window.covered.clear();
    window.views_drawn = false;

    Commands commands;
    // A menu that ImGui has closed by Esc since then has taken that key.
    window.menu_open = window.menu_left_open || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    if (labels) labels->begin_frame();
    {
        // What has come from workers, and what they are told, is the window's.
        const InLanguage words(window.captured_language.value_or(language()));
        layout(commands);
    }
    window.menu_left_open = menu_is_open();
    const RunPtr ahead_before = live.ahead();
    if (!window.capturing) {
        editor.focused(); // what is applied may ask for it again
        code_search.focus = code_search.to_hit = false;
        apply(lesson.on() ? within_lesson(commands) : commands);
    }
    if (window.views_drawn) {
        // After the launch that a command may have asked for: OpenGL can be busy for long with what it draws first.
        views->paint(live_texture(), model.partial ? model.live_picture : live.output().status().pictures, framebuffer,
                     window.captured_view);
        window.covered = views->covered();
    }
    if (upload_last) update_textures_last(live.ahead() && live.ahead() != ahead_before);
    keep_preferences();
    const bool shown = !lesson.on() && model.result && !document.arriving && is_of_choice(*model.result);
    autosave.update(ImGui::GetTime(), shown ? model.result : nullptr, look_of_scene());
    input_came = {};
    frame_times.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
}

double App::State::pause() const {
    return partial_waits() || input_waits()
               ? 0
               : pacing.pause(Pacing::Time::clock::now(), runs.session.running(), !moves_wait());
}

} // namespace warpscope::ui
