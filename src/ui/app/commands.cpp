#include <utility>

#include <imgui_internal.h>

#include "ui/app/app_state.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"

namespace warpscope::ui {

void App::State::apply(const Commands& commands) {
    const std::optional<scene::Spot> before = std::exchange(pointing.hover, std::nullopt);
    const metrics::ThreadId pointed_before = std::exchange(pointing.pointed, 0);
    const CodePlace code_before = editing.hovered();
    editing.on(HoverCode{});
    bool something = false;
    for (const Command& command : commands) {
        handle(command);
        something = something || !command.is<Hover, HoverCode, PointThread, MakeBlockBoxes, MakeHistogram>();
    }
    if (something || !(before == pointing.hover) || !(code_before == editing.hovered()) ||
        pointing.pointed != pointed_before)
        redraw.want();
    const bool keys_are_the_menus = window.menu_open && !dialogs.open();
    Commands of_lesson;
    if (model.lesson != nullptr && !keys_are_the_menus && !dialogs.open() &&
        lesson_keys(*model.lesson, window.presentation, of_lesson)) {
        for (const Command& command : of_lesson) handle(command);
        redraw.want(3);
        return;
    }
    const KeyConditions keys{.dialog = dialogs.open(),
                             .time_bar = model.time.focused && window.time_bar_shown,
                             .deck = model.deck != nullptr && model.lesson == nullptr};
    for (const ActionInfo* action : pressed_actions(keys)) {
        if (keys_are_the_menus) {
            if (action->action == Action::menus) ImGui::ClosePopupToLevel(0, true);
            if (action->action != Action::palette) continue;
        }
        for (const Command& command : lesson.filter({Perform{action->action, action->overlay}})) handle(command);
        redraw.want(3);
    }
    // Holding a key down is one undo step, like a drag.
    if (!ImGui::IsAnyMouseDown() && !ImGui::IsKeyDown(ImGuiKey_LeftBracket) &&
        !ImGui::IsKeyDown(ImGuiKey_RightBracket) && !ImGui::GetIO().KeyShift && !ImGui::IsAnyItemActive())
        history.end_gesture();
}

bool App::State::close_topmost() {
    if (dialogs.open())
        dialogs.hide();
    else if (window.page)
        doc.send(AskAboutProgram{false});
    else
        return false;
    return true;
}

void App::State::show_dialogs() {
    for (const DialogRequest& request : std::exchange(doc.dialog_requests, {})) {
        if (const auto* note = std::get_if<NoteDialogRequest>(&request)) dialogs.note.show(note->index, note->note);
        if (const auto* file = std::get_if<OpenFileRequest>(&request)) dialogs.file.show(worker, file->folder);
        if (const auto* unsaved = std::get_if<NameSceneRequest>(&request))
            dialogs.scene.show(unsaved->folder, unsaved->suggestion, unsaved->notes);
        if (const auto* picture = std::get_if<SavePictureRequest>(&request))
            dialogs.save.show(picture->folder, picture->suggestion, picture->language, preferences.figure_colors);
        if (const auto* film = std::get_if<FilmRequest>(&request))
            dialogs.film.show(model, film->folder, film->suggestion);
        if (const auto* text = std::get_if<SaveTextRequest>(&request))
            dialogs.text.show(text->folder, text->suggestion);
        if (const auto* own = std::get_if<OverwriteTextRequest>(&request))
            dialogs.text.show_own(own->file, own->is_newer);
        if (const auto* histogram = std::get_if<HistogramRequest>(&request)) views->show_histogram(histogram->view);
        if (const auto* palette = std::get_if<PaletteRequest>(&request)) dialogs.palette.show(palette->typed);
        if (std::holds_alternative<WelcomeRequest>(request)) dialogs.welcome.show();
        if (std::holds_alternative<LessonsRequest>(request)) dialogs.lessons.show();
    }
}

bool App::State::perform(const Perform& action) {
    switch (action.action) {
    case Action::unpin: return close_topmost();
    case Action::keys: dialogs.keys = !dialogs.keys; break;
    case Action::frame_times: dialogs.frame_times = !dialogs.frame_times; break;
    default: return false;
    }
    return true;
}

void App::State::handle(const Command& command) {
    const auto* action = command.as<Perform>();
    if (action == nullptr || !perform(*action)) dispatcher.send(command);
    show_dialogs();
}

} // namespace warpscope::ui
