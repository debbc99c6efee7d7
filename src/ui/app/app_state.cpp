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
#include "workbench/files/restart.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::ui {

App::State::State(Start how, const Fonts& with_fonts, std::function<void()> with_wake,
                  std::unique_ptr<ViewGrid> with_views)
    : AppParts(std::move(how), with_fonts, std::move(with_wake), std::move(with_views)) {
    release_key_focus();
    doc.key_text = [](Action action) { return key_text(action); };
    doc.copy_text = [](const std::string& text) { ImGui::SetClipboardText(text.c_str()); };
    window.has_chinese_font = fonts.chinese;
    doc.send = [this](const Command& command) { handle(command); };
    dispatcher.connect(doc);
    window_feature.update_language();
    if (start.first_start) dialogs.welcome.show();
    launch.begin();
    if (start.paint) {
        handle(PaintCode{start.paint});
        handle(ScrollCode{start.paint->place});
    }
    worker.post([]() -> Worker::Finish {
        static_cast<void>(lesson_entries()); // loads the lessons before a menu needs them
        static_cast<void>(exporting::stored_hardware_counters());
        return {};
    });
    files.begin();
    update_model();
    lesson.begin();
    if (start.editing) handle(OpenEditor{true});
}

App::State::~State() {
    study.cancel();
    if (document.beside_cancelled) *document.beside_cancelled = true;
    runs.session.on_change({});
    Preferences remembered = doc.remembered();
    remembered.session = model.lesson != nullptr ? preferences.session : restart_words(doc, model);
    preferences_file.keep_at_end(remembered);
    doc.end_work();
}

std::optional<PendingInput> App::State::pending_input() {
    const input::InputSpec& chosen = scene.source.input;
    const bool waits = model.busy && model.result_is_stale && model.result && chosen.is_file() &&
                       !(model.result->request.input == chosen) && model.variant != nullptr &&
                       catalog::main_input(*model.variant) != nullptr;
    if (!waits) {
        input_preview.forget();
        return std::nullopt;
    }
    const Thumbnails::Thumbnail* const made = input_preview.of(chosen.file, worker);
    if (made == nullptr || !made->texture) return std::nullopt;
    return PendingInput{static_cast<ImTextureID>(made->texture.id()), made->columns, made->rows};
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
    launch.publish();
    gpu.publish();
    model.pending_input = pending_input();
    model.block_picture = &block_picture;
    views_feature.publish();
    model.program_page = window.page;
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
    window_feature.update_language();
    worker.deliver();
    gpu_worker.deliver();
    layer_worker.deliver();
    export_feature.deliver();
    editing.deliver();
    lesson.deliver();
    program.update();
    files.deliver();
    launch.take_results();
    gpu.update_pictures();
    views_feature.follow_selection();
    // If the GPU shows the effect at once, launches before the upload, which takes milliseconds.
    const bool upload_last = has_input && model.live.active;
    if (!upload_last) update_textures();
    notices.expire(ImGui::GetTime());

    update_model();
    editing.update();
    note_scale();
    editing.follow_files();
    files.show_arrived();
    lesson.update();
    views_feature.update_selection();
    editing.follow_run();
    launch.paint_initial_line();
    views_feature.update_probes();
    views->set_probes(model);
    views_feature.update_block_view();
    compare.update();
    if (!window.capturing) update_pointer();
    views_feature.update_differences();
    traces.ask();
    pictures.update_maps();
    gpu.update_study();
    charts.update();
    machine_code.update();
    launch.update();
    views_feature.update_camera();
    time.enter_pending_scope();
    time.update_moment();
    time.update_launch();
    files.update();
    apply_style(look);
    ImGui::GetIO().ConfigInputTextCursorBlink = !preferences.reduced_motion;
    covered.clear();
    window.views_drawn = false;

    Commands commands;
    // A menu that Esc has just closed consumed the key.
    window.menu_open = window.menu_left_open || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    if (model.lesson == nullptr || model.lesson->now().spotlight.empty())
        labels.reset();
    else if (!labels)
        labels.emplace();
    if (labels) labels->begin_frame();
    {
        // Workers' results are in the window's language.
        const InLanguage words(window.captured_language.value_or(language()));
        layout(commands);
    }
    window.menu_left_open = menu_is_open();
    const RunPtr ahead_before = pictures.ahead();
    if (!window.capturing) {
        editing.drop_focus_requests();
        apply(lesson.filter(commands));
    }
    if (window.views_drawn) {
        // Paints after the launch, because drawing can keep OpenGL busy.
        views->paint(pictures.texture(), pictures.picture(), framebuffer, window.captured_view);
        covered = views->covered();
    }
    if (upload_last) update_textures_last(pictures.ahead() && pictures.ahead() != ahead_before);
    keep_preferences();
    export_feature.keep_autosave();
    input_time = {};
    frame_times.add(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
}

double App::State::pause() const {
    return pictures.has_new_partial() || input_waits()
               ? 0
               : pacing.pause(Pacing::Time::clock::now(), runs.session.running(), !moves_wait());
}

} // namespace warpscope::ui
