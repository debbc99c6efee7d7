#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "catalog/guess/guess.hpp"
#include "insight/contents.hpp"
#include "language/tr.hpp"
#include "program/linkage.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/app/app_state.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"
#include "ui/panels/panels.hpp"
#include "ui/views/view_content.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/text_key.hpp"

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

/// Returns false if nothing was open.
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
        if (const auto* own = std::get_if<SaveSceneRequest>(&request)) dialogs.scene.show(own->file, own->notes);
        if (const auto* unsaved = std::get_if<NameSceneRequest>(&request))
            dialogs.scene.show_unsaved(unsaved->folder, unsaved->suggestion, unsaved->notes);
        if (const auto* picture = std::get_if<SavePictureRequest>(&request))
            dialogs.save.show(picture->folder, picture->suggestion, picture->language, preferences.figure_colours);
        if (const auto* film = std::get_if<FilmRequest>(&request))
            dialogs.film.show(model, film->folder, film->suggestion);
        if (const auto* text = std::get_if<SaveTextRequest>(&request))
            dialogs.text.show(text->folder, text->suggestion);
        if (const auto* own = std::get_if<OverwriteTextRequest>(&request))
            dialogs.text.show_own(own->file, own->is_newer);
        if (const auto* palette = std::get_if<PaletteRequest>(&request)) dialogs.palette.show(palette->typed);
        if (std::holds_alternative<WelcomeRequest>(request)) dialogs.welcome.show();
        if (std::holds_alternative<LessonsRequest>(request)) dialogs.lessons.show();
    }
}

void App::State::handle(const Command& command) {
    const auto on_it = [this](const auto& c) { on(c); };
    if (const auto* action = command.as<Perform>()) {
        if (action->action == Action::unpin && close_topmost()) return;
        for (Feature* feature : dispatcher.features())
            if (feature->perform(*action)) return show_dialogs();
        on(*action);
        return show_dialogs();
    }
    if (std::ranges::find(dispatcher.features(), command.feature(), &Feature::name) != dispatcher.features().end())
        dispatcher.send(command);
    else
        (void)visit(ViewsCommands(), command, on_it);
    show_dialogs();
}

void App::State::leave_place() {
    for (Feature* feature : dispatcher.features()) feature->leave_place();
}

void App::State::on(const SetOverlay& c) {
    render::OverlaySet& set = scene.views[model.baseline.choice_of(c.view)].overlays;
    const auto bit = static_cast<render::OverlaySet>(c.overlay);
    // A cell has one color, so the newest heat overlay replaces the others.
    if (c.on && render::has(render::heat_overlays(), c.overlay)) set &= ~render::heat_overlays();
    set = c.on ? set | bit : set & ~bit;
}

void App::State::on(const SetStrength& c) { preferences.strength = std::clamp(c.strength, min_strength, max_strength); }

void App::State::on(const SetSpace& c) {
    scene::View& view = scene.views[model.baseline.choice_of(c.view)];
    view.space = c.space;
    view.buffer = c.buffer;
    view.form = Form::automatic;
    view.reference = {};
    camera.jump = true;
}

void App::State::on(const SetForm& c) { scene.views[model.baseline.choice_of(c.view)].form = c.form; }

void App::State::on(const SetStep& c) { scene.step = c.step; }

void App::State::on(const SetInterval& c) {
    scene.interval = c.interval;
    if (!scene.interval || scene.pin || !model.result || model.result->measured->launches().empty()) return;
    // Intervals belong to a block: the selected one, else the middle one.
    const LaunchConfig& config = model.result->shown().config;
    const auto middle = static_cast<metrics::ThreadId>(insight::middle_block(config) * config.threads_per_block() + 1);
    on(ShowThread{model.selection.thread != 0 ? model.selection.thread : middle});
}

void App::State::on(const SetSlice& c) {
    const std::optional<render::PointedCell> held =
        scene.pin && model.selection.pointed ? model.selection.pointed : std::nullopt;
    scene.slice = c.slice;
    camera.jump = true;
    if (!held || !model.result) return;
    render::Content content = held->content;
    content.lay = c.slice ? render::Lay::slice : render::Lay::natural;
    content.slice = c.slice.value_or(0);
    const render::CellIndex place = render::place_of(*model.result, content, held->index);
    if (place.x < 0) {
        scene.pin.reset();
        return;
    }
    scene.pin = scene::Spot{content, render::middle_of(place)};
}

void App::State::on(const MoveCamera& c) {
    if (c.matrices) {
        scene.matrices = c.camera;
        return;
    }
    scene.camera = c.camera;
}

void App::State::on(const Hover& c) {
    if (c.place) pointing.hover = scene::Spot{c.space, *c.place};
}

void App::State::on(const Pin& c) {
    if (!model.result) return;
    const render::Selection there = render::pick(*model.result, c.space, c.place);
    if (there.thread == 0 && !there.cell)
        scene.pin.reset();
    else
        scene.pin = scene::Spot{c.space, c.place};
}

void App::State::on(const SetBlockViewState& c) { block_view_state = c.view; }
void App::State::on(const SetAlone& c) {
    preferences.panes.alone = c.view;
    preferences.panes.both_upright = !c.view;
    camera.jump = true;
}

void App::State::on(const SetFour& c) {
    scene.four = c.on;
    preferences.panes.alone.reset();
    camera.jump = true;
}

void App::State::on(const PointThread& c) { pointing.pointed = c.thread; }

void App::State::on(const ExplainSplit&) {
    const std::optional<PaintedCode>& painted = scene.painted;
    explains_split = painted && painted->measure == metrics::Measure::splits && model.result && !scene.pin;
}

void App::State::on(const ShowThread& c) {
    if (!model.result || c.thread == 0 || c.thread > model.result->shown().config.threads()) return;
    show_spot(spot_of_thread(c.thread));
    model.selection.thread = c.thread; // it follows the pin only in the next frame
}

void App::State::on(const ShowCell& c) {
    if (!model.result) return;
    const bool by_name = c.space.space == render::Space::buffer;
    const auto shows = [&](size_t view) {
        const scene::View& choice = scene.views[model.baseline.choice_of(view)];
        const render::Content content = content_of(*model.result, choice, scene.slice);
        return content.space == render::Space::matrices ||
               (content.space == c.space.space && (!by_name || content.buffer == c.space.buffer));
    };
    const std::optional<size_t> alone = ViewGrid::alone(model);
    std::optional<size_t> shown;
    for (size_t view = 0; view < ViewGrid::count(model) && !shown; ++view)
        if (shows(view)) shown = view;
    if (!shown)
        on(SetSpace{alone.value_or(1), c.space.space,
                    by_name ? insight::parameter_of(*model.result, c.space) : std::string()});
    else if (alone && !shows(*alone))
        on(SetAlone{shown});
    show_spot({c.space, render::middle_of(c.place)});
}

} // namespace warpscope::ui
