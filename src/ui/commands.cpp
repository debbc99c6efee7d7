// What panels and keys ask for.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "render/focus.hpp"
#include "render/plane.hpp"
#include "ui/app_state.hpp"
#include "ui/panels.hpp"
#include "ui/view_content.hpp"

namespace warpscope::ui {

void App::State::apply(const Commands& commands) {
    const std::optional<Spot> before = std::exchange(hover, std::nullopt);
    const CodePlace code_before = std::exchange(hovered_code, {});
    bool something = false;
    for (const Command& command : commands) {
        std::visit([&](const auto& c) { on(c); }, command);
        something =
            something || !(std::holds_alternative<Hover>(command) || std::holds_alternative<HoverCode>(command));
    }
    // A cursor at rest over a view is no reason for another frame.
    if (something || !(before == hover) || !(code_before == hovered_code)) frames_wanted = std::max(frames_wanted, 2);
    const bool dialog = file_dialog.open() || save_dialog.open() || keys_open;
    for (const ActionInfo* action : pressed_actions(dialog)) {
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
    slice.reset();
    matrices_camera.reset();
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

void App::State::step_parameter(double steps) {
    const catalog::Variant* v = variant();
    if (v == nullptr || v->parameters.empty()) return;
    const catalog::Parameter& p = v->parameters.front();
    const auto chosen = choice.settings.values.find(p.name);
    const double now = chosen == choice.settings.values.end() ? p.initial : chosen->second;
    on(SetParameter{p.name, std::clamp(now + steps * p.step, p.minimum, p.maximum), "key " + p.name});
}

void App::State::step_block(Axis axis, int by) {
    const auto now = static_cast<int64_t>(extent(choice.settings.block, axis));
    on(SetBlock{axis, static_cast<uint32_t>(std::max<int64_t>(1, now + by)), axis == Axis::x ? "key x" : "key y"});
}

void App::State::move_pin(double dx, double dy) {
    if (!model.result) return;
    Spot spot = pinned ? *pinned : hover ? *hover : Spot{render::Space::output, {-dx, -dy}};
    if (!render::exists(*model.result, spot.space)) spot = {render::Space::output, {-dx, -dy}};
    // Within the part of an arrangement in which the spot lies.
    const render::CellIndex now{static_cast<int64_t>(std::floor(spot.place.x)),
                                static_cast<int64_t>(std::floor(spot.place.y))};
    const std::vector<render::Part> parts = render::parts_of(*model.result, spot.space);
    auto part = std::find_if(parts.begin(), parts.end(), [&](const render::Part& p) { return p.rect.contains(now); });
    if (part == parts.end()) part = std::prev(parts.end());
    const render::CellRect& r = part->rect;
    const auto moved = [](int64_t from, double by, int64_t low, int64_t size) {
        return std::clamp(static_cast<double>(from) + by, static_cast<double>(low),
                          static_cast<double>(low + size - 1)) +
               0.5;
    };
    spot.place = {moved(now.x, dx, r.x, r.width), moved(now.y, dy, r.y, r.height)};
    pinned = spot;
}

void App::State::move_step(int by) {
    const auto& trace_now = model.trace;
    if (!model.result || !trace_now || model.selection.thread == 0) return;
    const LaunchConfig& config = model.result->shown().config;
    if (render::block_of(config, model.selection.thread) != trace_now->block) return;
    const auto count = static_cast<int64_t>(render::accesses_of(*model.result, *trace_now)
                                                .of(render::thread_in_block(config, model.selection.thread))
                                                .size());
    if (count == 0) return;
    const int64_t now = step ? static_cast<int64_t>(std::min<uint64_t>(*step, static_cast<uint64_t>(count - 1)))
                             : (by > 0 ? -1 : count);
    step = static_cast<uint32_t>(std::clamp<int64_t>(now + by, 0, count - 1));
}

void App::State::move_slice(int by) {
    if (!model.result) return;
    uint32_t depth = 1;
    for (const ViewChoice& view : preferences.views) {
        const render::Content shown = content_of(*model.result, view);
        if (shown.space != render::Space::launch && shown.space != render::Space::matrices)
            depth = std::max(depth, render::layout_of(*model.result, shown).shape.depth);
    }
    if (depth == 1) return;
    // All slices together come before the first and after the last.
    const int64_t now = slice ? std::min<int64_t>(*slice, depth - 1) : by > 0 ? int64_t{-1} : int64_t{depth};
    const int64_t next = now + by;
    on(SetSlice{next < 0 || next >= depth ? std::nullopt : std::optional(static_cast<uint32_t>(next))});
}

void App::State::toggle_overlay(render::Overlay overlay) {
    const auto& all = render::overlays();
    const auto info = std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.overlay == overlay; });
    if (info == all.end()) return;
    const auto drawn_in = [&](const ViewChoice& view) {
        if (!model.result) return info->drawn_in(view.space);
        return render::has(render::offered(*model.result, content_of(*model.result, view, slice)), overlay);
    };
    bool any_on = false;
    for (const ViewChoice& view : preferences.views)
        any_on = any_on || (drawn_in(view) && render::has(view.overlays, overlay));
    for (size_t i = 0; i < preferences.views.size(); ++i)
        if (drawn_in(preferences.views[i])) on(SetOverlay{i, overlay, !any_on});
}

void App::State::zoom_by(double factor) {
    const render::Point size = views->area(0).size();
    camera.zoom_at({size.x / 2, size.y / 2}, size, factor);
    fitted = false;
}

void App::State::on(const Perform& c) {
    switch (c.action) {
    case Action::open_file: on(ShowOpenDialog{}); break;
    case Action::save_picture: on(ShowSaveDialog{}); break;
    case Action::undo:
    case Action::redo: {
        const bool back = c.action == Action::undo;
        if (!(back ? history.can_undo() : history.can_redo())) break;
        choice = back ? history.undo(choice) : history.redo(choice);
        launch_note.clear();
        submit();
        break;
    }
    case Action::quit: quit = true; break;
    case Action::fit:
        fitted = true;
        matrices_camera.reset();
        break;
    case Action::actual_size:
        camera.pixels_per_cell = 1;
        fitted = false;
        break;
    case Action::zoom_in: zoom_by(1.25); break;
    case Action::zoom_out: zoom_by(0.8); break;
    case Action::unpin:
        if (keys_open || file_dialog.open() || save_dialog.open()) {
            keys_open = false;
            file_dialog.hide();
            save_dialog.hide();
        } else if (step) {
            step.reset();
        } else if (painted) {
            painted.reset();
        } else if (pinned) {
            pinned.reset();
        } else if (presentation) {
            presentation = false;
        }
        break;
    case Action::select_left: move_pin(-1, 0); break;
    case Action::select_right: move_pin(1, 0); break;
    case Action::select_up: move_pin(0, -1); break;
    case Action::select_down: move_pin(0, 1); break;
    case Action::step_back: move_step(-1); break;
    case Action::step_on: move_step(1); break;
    case Action::slice_back: move_slice(-1); break;
    case Action::slice_on: move_slice(1); break;
    case Action::overlay: toggle_overlay(c.overlay); break;
    case Action::block_x_less: step_block(Axis::x, -1); break;
    case Action::block_x_more: step_block(Axis::x, 1); break;
    case Action::block_y_less: step_block(Axis::y, -1); break;
    case Action::block_y_more: step_block(Axis::y, 1); break;
    case Action::parameter_less: step_parameter(-1); break;
    case Action::parameter_more: step_parameter(1); break;
    case Action::cancel:
        session.cancel();
        if (newest) {
            choice.variant = newest->request.variant;
            choice.settings = newest->request.settings;
        }
        break;
    case Action::compare: on(SetBaseline{!baseline.result || baseline.result != model.result}); break;
    case Action::side_by_side: on(SetSideBySide{!baseline.side_by_side}); break;
    case Action::theme: preferences.dark = !preferences.dark; break;
    case Action::scale_up:
    case Action::scale_down: {
        const float now = preferences.scale > 0 ? preferences.scale : monitor_scale;
        const float step = c.action == Action::scale_up ? 0.1f : -0.1f;
        on(SetScale{std::round((now + step) * 10) / 10});
        break;
    }
    case Action::scale_reset: on(SetScale{0}); break;
    case Action::presentation:
        presentation = !presentation;
        jump = true;
        break;
    case Action::drawer: preferences.panes.drawer_open = !preferences.panes.drawer_open; break;
    case Action::next_tab: {
        const int count = static_cast<int>(Tab::inspector) + (model.narrow ? 1 : 0);
        preferences.tab = static_cast<Tab>((static_cast<int>(preferences.tab) + 1) % count);
        preferences.panes.drawer_open = true;
        break;
    }
    case Action::next_gpu: next_gpu(); break;
    case Action::keys: keys_open = !keys_open; break;
    case Action::frame_times: frame_times_open = !frame_times_open; break;
    }
}

void App::State::on(const SetOverlay& c) {
    render::OverlaySet& set = preferences.views[c.view].overlays;
    const auto bit = static_cast<render::OverlaySet>(c.overlay);
    // A cell has one colour: of the overlays that give it one, the newest stays.
    if (c.on && render::has(render::heat_overlays, c.overlay)) set &= ~render::heat_overlays;
    set = c.on ? set | bit : set & ~bit;
}

void App::State::on(const SetSpace& c) {
    ViewChoice& view = preferences.views[c.view];
    view.space = c.space;
    view.buffer = c.buffer;
    view.form = Form::automatic;
    jump = true;
}

void App::State::on(const SetForm& c) { preferences.views[c.view].form = c.form; }

void App::State::on(const SetStep& c) { step = c.step; }

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
    pinned = Spot{content, {static_cast<double>(place.x) + 0.5, static_cast<double>(place.y) + 0.5}};
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
    case Pane::launch: p.launch = std::clamp(p.launch + by, 180.0f, 600.0f); break;
    case Pane::inspector: p.inspector = std::clamp(p.inspector - by, 220.0f, 700.0f); break;
    case Pane::drawer: p.drawer = std::clamp(drawer_shown - by, 90.0f, 1200.0f); break;
    case Pane::split: p.split = std::clamp(p.split + c.by, 0.1f, 0.9f); break;
    }
}

void App::State::on(const SelectTab& c) { preferences.tab = c.tab; }
void App::State::on(const SetStoryView& c) { story_view = c.view; }
void App::State::on(const SetDrawer& c) { preferences.panes.drawer_open = c.open; }

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

void App::State::on(const ShowThread& c) {
    if (!model.result || c.thread == 0 || c.thread > model.result->shown().config.threads()) return;
    const render::CellIndex at = render::place_of(*model.result, render::Space::launch, c.thread - 1);
    show_spot({render::Space::launch, {static_cast<double>(at.x) + 0.5, static_cast<double>(at.y) + 0.5}});
}

void App::State::on(const ShowCell& c) {
    if (!model.result) return;
    show_spot({c.space, {static_cast<double>(c.place.x) + 0.5, static_cast<double>(c.place.y) + 0.5}});
}

void App::State::on(const DismissNotice& c) {
    std::erase_if(shown_notices, [&](const Notice& n) { return n.id == c.id; });
}

} // namespace warpscope::ui
