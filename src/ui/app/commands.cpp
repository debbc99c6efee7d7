// What panels and keys ask for.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "render/layout/cell_plane.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/app/app_state.hpp"
#include "ui/panels/panels.hpp"
#include "ui/views/view_content.hpp"

namespace warpscope::ui {

void App::State::apply(const Commands& commands) {
    const std::optional<Spot> before = std::exchange(hover, std::nullopt);
    const metrics::ThreadId pointed_before = std::exchange(pointed, 0);
    const CodePlace code_before = std::exchange(hovered_code, {});
    bool something = false;
    for (const Command& command : commands) {
        std::visit([&](const auto& c) { on(c); }, command);
        something =
            something || !(std::holds_alternative<Hover>(command) || std::holds_alternative<HoverCode>(command) ||
                           std::holds_alternative<PointThread>(command));
    }
    // A cursor at rest over a view is no reason for another frame.
    if (something || !(before == hover) || !(code_before == hovered_code) || pointed != pointed_before)
        frames_wanted = std::max(frames_wanted, 2);
    const bool dialog = file_dialog.open() || save_dialog.open() || keys_open;
    const bool keys_are_the_menus = menu_open && !dialog;
    for (const ActionInfo* action : keys_are_the_menus ? std::vector<const ActionInfo*>() : pressed_actions(dialog)) {
        on(Perform{action->action, action->overlay});
        frames_wanted = 3;
    }
    // A key that is held down is one step of undo, as a drag is.
    if (!ImGui::IsAnyMouseDown() && !ImGui::IsKeyDown(ImGuiKey_LeftBracket) &&
        !ImGui::IsKeyDown(ImGuiKey_RightBracket) && !ImGui::GetIO().KeyShift && !ImGui::IsAnyItemActive())
        history.end_gesture();
}

void App::State::on(const ChooseExperiment& c) {
    const catalog::Experiment* next = start.catalog->find(c.name);
    if (next == nullptr || next->name == choice.experiment) return;
    Choice fresh = default_choice(*next, catalog::default_picture().string());
    // A picture of the user's own is kept when the next experiment can take one.
    const bool keeps_input = catalog::main_input(next->variants.front()) != nullptr && choice.input.is_file();
    if (keeps_input) fresh.input = choice.input;
    launch_note.clear();
    step.reset();
    interval.reset();
    slice.reset();
    matrices_camera.reset();
    pinned.reset(); // it names a cell of the other experiment
    painted.reset();
    choose(fresh, "");
}

void App::State::on(const ChooseVariant& c) {
    const catalog::Experiment* e = experiment();
    if (e == nullptr) return;
    launch_note.clear();
    choose(with_variant(choice, *e, c.name), "");
}

void App::State::on(const ChooseInput& c) {
    Choice next = choice;
    next.input = c.input;
    choose(next, "");
    if (!fitted) {
        fitted = true;
        jump = true;
    }
}

void App::State::on(const SetBlock& c) {
    const BlockChange change = change_block(choice.settings.block, c.axis, c.value, model.limits);
    launch_note = change.why;
    Choice next = choice;
    next.settings.block = change.block;
    choose(next, c.gesture);
}

void App::State::on(const SetParameter& c) {
    launch_note.clear();
    Choice next = choice;
    next.settings.values[c.name] = c.value;
    choose(next, c.gesture);
}

void App::State::on(const EndGesture&) { history.end_gesture(); }

void App::State::on(const SetOverlay& c) {
    render::OverlaySet& set = preferences.views[c.view].overlays;
    const auto bit = static_cast<render::OverlaySet>(c.overlay);
    // A cell has one colour: of the overlays that give it one, the newest stays.
    if (c.on && render::has(render::heat_overlays, c.overlay)) set &= ~render::heat_overlays;
    set = c.on ? set | bit : set & ~bit;
}

void App::State::on(const SetStrength& c) { preferences.strength = std::clamp(c.strength, min_strength, max_strength); }

void App::State::on(const SetSpace& c) {
    ViewChoice& view = preferences.views[c.view];
    view.space = c.space;
    view.buffer = c.buffer;
    view.form = Form::automatic;
    jump = true;
}

void App::State::on(const SetForm& c) { preferences.views[c.view].form = c.form; }

void App::State::on(const SetStep& c) { step = c.step; }

void App::State::on(const SetInterval& c) {
    interval = c.interval;
    if (!interval || pinned || !model.result || model.result->measured->launches().empty()) return;
    // Intervals are of one block: the one looked at stays, else the one in the middle is taken.
    const LaunchConfig& config = model.result->shown().config;
    const auto middle = static_cast<metrics::ThreadId>(middle_block(config) * config.threads_per_block() + 1);
    on(ShowThread{model.selection.thread != 0 ? model.selection.thread : middle});
}

void App::State::on(const SetSlice& c) {
    // What is pinned or pointed at keeps its cell while the plane changes below it.
    const std::optional<render::PointedCell> held =
        pinned && model.selection.pointed ? model.selection.pointed : std::nullopt;
    slice = c.slice;
    jump = true;
    if (!held || !model.result) return;
    render::Content content = held->content;
    content.lay = slice ? render::Lay::slice : render::Lay::natural;
    content.slice = slice.value_or(0);
    const render::CellIndex place = render::place_of(*model.result, content, held->index);
    if (place.x < 0) {
        pinned.reset();
        return;
    }
    pinned = Spot{content, render::middle_of(place)};
}

void App::State::on(const MoveCamera& c) {
    if (c.matrices) {
        matrices_camera = c.camera;
        return;
    }
    camera = c.camera;
    fitted = false;
}

void App::State::on(const Hover& c) {
    if (c.place) hover = Spot{c.space, *c.place};
}

void App::State::on(const Pin& c) {
    if (!model.result) return;
    const render::Selection there = render::pick(*model.result, c.space, c.place);
    if (there.thread == 0 && !there.cell)
        pinned.reset();
    else
        pinned = Spot{c.space, c.place};
}

void App::State::on(const OpenFile& c) {
    const std::filesystem::path file = c.file;
    const catalog::Variant* v = variant();
    if (v != nullptr && catalog::main_input(*v) == nullptr) {
        say(false, "This experiment takes no picture.", "Choose another experiment first.");
        return;
    }
    // The header is checked before the choice changes, so that a bad file leaves everything as it is.
    worker.post([this, file]() -> Worker::Finish {
        std::error_code ignored;
        const std::filesystem::path whole = std::filesystem::absolute(file, ignored);
        const auto probed = input::probe_image(whole);
        return [this, whole, probed] {
            frames_wanted = 3;
            if (!probed) {
                say(true, probed.error().message, probed.error().hint);
                return;
            }
            input::InputSpec spec;
            spec.file = whole.string();
            on(ChooseInput{spec});
        };
    });
}

void App::State::on(const ShowOpenDialog&) {
    const std::filesystem::path now = choice.input.file;
    file_dialog.show(worker, now.has_parent_path() ? now.parent_path() : std::filesystem::path());
}

void App::State::on(const ShowSaveDialog&) {
    std::error_code ignored;
    const std::string input = choice.input.is_file() ? std::filesystem::path(choice.input.file).stem().string()
                                                     : std::string(input::name_of(choice.input.pattern));
    save_dialog.show(std::filesystem::current_path(ignored),
                     fmt::format("{}-{}-{}", choice.experiment, choice.variant, input));
}

void App::State::on(const SavePicture& c) { save_wish = c; }

void App::State::on(const ResizePane& c) {
    Panes& p = preferences.panes;
    const float by = c.by / look.scale;
    switch (c.pane) {
    case Pane::launch: p.launch = std::clamp(p.launch + by, 170.0f, 600.0f); break;
    case Pane::inspector: p.inspector = std::clamp(p.inspector - by, 220.0f, 700.0f); break;
    case Pane::drawer:
        p.drawer = std::clamp(sizes.drawer / look.scale - by, 90.0f, 1200.0f);
        drawer_asked = true;
        break;
    case Pane::split: p.split = std::clamp(p.split + c.by, 0.1f, 0.9f); break;
    }
}

void App::State::on(const SelectTab& c) { preferences.tab = c.tab; }
void App::State::on(const SetBlockViewState& c) { block_view_state = c.view; }
void App::State::on(const SetDrawer& c) { preferences.panes.drawer_open = drawer_asked = c.open; }

void App::State::on(const SetAlone& c) {
    preferences.panes.alone = c.view;
    jump = true;
}

void App::State::on(const SetScale& c) {
    preferences.scale = c.scale == 0 ? 0 : std::clamp(c.scale, min_scale, max_scale);
    jump = true;
}

void App::State::on(const GotoLine& c) {
    goto_line = marked_line = c.line;
    goto_ptx.reset();
    goto_frames = 3;
    preferences.tab = Tab::source;
}

void App::State::on(const PaintCode& c) {
    painted = c.painted;
    if (const catalog::Variant* v = variant()) painted_variant = v->source.string();
}

void App::State::on(const HoverCode& c) { hovered_code = c.place; }

void App::State::on(const ScrollCode& c) {
    if (c.place.line != 0) goto_line = c.place.line;
    if (c.place.ptx_line != 0) goto_ptx = c.place.ptx_line;
    if (c.place.line == 0) goto_line.reset();
    if (c.place.ptx_line == 0) goto_ptx.reset();
    goto_frames = 3;
}

/// Pins what lies there; a zoomed view moves to it.
void App::State::show_spot(const Spot& spot) {
    pinned = spot;
    const render::Selection there = render::pick(*model.result, spot.space, spot.place);
    if (!fitted && there.cell)
        camera.centre = {static_cast<double>(there.cell->x) + 0.5, static_cast<double>(there.cell->y) + 0.5};
}

void App::State::on(const PointThread& c) { pointed = c.thread; }

void App::State::on(const ShowThread& c) {
    if (!model.result || c.thread == 0 || c.thread > model.result->shown().config.threads()) return;
    show_spot(spot_of_thread(c.thread));
}

Spot App::State::spot_of_thread(metrics::ThreadId thread) const {
    const render::CellIndex at = render::place_of(*model.result, render::Space::launch, thread - 1);
    return {render::Space::launch, render::middle_of(at)};
}

void App::State::on(const ShowCell& c) {
    if (!model.result) return;
    show_spot({c.space, render::middle_of(c.place)});
}

void App::State::on(const DismissNotice& c) {
    std::erase_if(shown_notices, [&](const Notice& n) { return n.id == c.id; });
}

} // namespace warpscope::ui
