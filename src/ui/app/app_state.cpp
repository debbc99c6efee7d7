#include "ui/app/app_state.hpp"

#include <utility>

#include "export/hardware_counters.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/pending_input.hpp"
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
        static_cast<void>(lesson_entries());
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
    if (document.beside_canceled) *document.beside_canceled = true;
    runs.session.on_change({});
    Preferences remembered = doc.remembered();
    remembered.session = model.lesson != nullptr ? preferences.session : restart_words(doc, model);
    preferences_file.keep_at_end(remembered);
    doc.end_work();
}

std::optional<PendingInput> App::State::pending_input() {
    const input::InputSpec& chosen = scene.source.input;
    const bool waits = model.busy && model.result_is_stale && model.result && chosen.is_file() &&
                       model.result->request.input.file != chosen.file && model.variant != nullptr &&
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
    look = {&palette(preferences.dark), fonts, scale(), preferences.dark, window.touch};
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
    model.bug_steps = &window.bug_steps;
    const auto bug = model.variant != nullptr ? window.bug_steps.find(model.variant->name) : window.bug_steps.end();
    model.bug_step = bug != window.bug_steps.end() ? bug->second : BugStep();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    model.narrow = screen.x < 1100 * look.scale;
    model.upright = is_upright(screen.x, screen.y - window.captured_rows - window.captured_room, look.scale);
    if (!scene.pin) window.inspector_away = false;
    preferences.drawer_tall =
        preferences.drawer_tall || (preferences.panes.drawer_open && info(preferences.tab).has(tall));
    preferences.source_tall =
        preferences.source_tall || (model.edited != nullptr && model.edited->open && preferences.tab == Tab::source);
    window.sizes = sizes_of_panes(window.captured_rows + window.captured_room);
    model.inspector_open = window.sizes.inspector_open;
    model.reading = window.presentation ? 0.03f * (screen.y - window.captured_rows - window.captured_room) / look.scale
                                        : window.captured_reading;
    model.drawer_open = window.drawer_shown();
    model.preferred_scale = window.preferred_scale(preferences, ImGui::GetIO().DisplaySize.y);
    model.can_undo = history.can_undo();
    model.can_redo = history.can_redo();
    model.notices = &notices.shown();
}

double App::State::pause() const {
    return pictures.has_new_partial() || input_waits()
               ? 0
               : pacing.pause(Pacing::Time::clock::now(), runs.session.running(), !moves_wait());
}

} // namespace warpscope::ui
