#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/focus_mask.hpp"
#include "ui/app/app_state.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/views/view_content.hpp"

namespace warpscope::ui {

void App::State::move_pin(double dx, double dy) {
    if (!model.result) return;
    scene::Spot spot = pointing.spot(scene) ? *pointing.spot(scene) : scene::Spot{render::Space::output, {-dx, -dy}};
    if (!render::exists(*model.result, spot.space)) spot = {render::Space::output, {-dx, -dy}};
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
    scene.pin = spot;
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
    const std::optional<uint32_t>& step = scene.step;
    const int64_t now = step ? static_cast<int64_t>(std::min<uint64_t>(*step, static_cast<uint64_t>(count - 1)))
                             : (by > 0 ? -1 : count);
    scene.step = static_cast<uint32_t>(std::clamp<int64_t>(now + by, 0, count - 1));
}

void App::State::move_interval(int by) {
    if (const insight::RecordedBlock* block = block_in_time(model)) {
        const scene::Moment& now = scene.moment;
        const int64_t interval = (block->last_step(now) ? int64_t{block->barriers_passed(now)} : int64_t{-1}) + by;
        if (interval >= 0 && interval < int64_t{block->intervals()})
            doc.send(GoToStep{block->end_of_interval(now, static_cast<uint32_t>(interval))});
        return;
    }
    // The first press selects a block. Its trace then gives the intervals.
    if (model.intervals.empty()) {
        if (model.selection.thread == 0 || !scene.pin) on(SetInterval{0});
        return;
    }
    const std::vector<uint32_t>& all = model.intervals;
    const auto count = static_cast<int64_t>(all.size());
    // "All intervals" precedes the first and follows the last.
    const int64_t now = model.interval ? std::ranges::lower_bound(all, *model.interval) - all.begin()
                        : by > 0       ? -1
                                       : count;
    const int64_t next = now + by;
    on(SetInterval{next < 0 || next >= count ? std::nullopt : std::optional(all[static_cast<size_t>(next)])});
}

void App::State::move_slice(int by) {
    if (!model.result) return;
    uint32_t depth = 1;
    for (const scene::View& view : scene.views) {
        const render::Content shown = content_of(*model.result, view);
        if (shown.space != render::Space::launch && shown.space != render::Space::matrices)
            depth = std::max(depth, render::layout_of(*model.result, shown).shape.depth);
    }
    if (depth == 1) return;
    const std::optional<uint32_t>& slice = scene.slice;
    const std::optional<uint32_t> pinned = pinned_slice(*model.result, model.selection);
    const int64_t now = slice ? std::min<int64_t>(*slice, depth - 1) : by > 0 ? int64_t{-1} : int64_t{depth};
    const int64_t next = !slice && pinned ? int64_t{*pinned} : now + by;
    on(SetSlice{next < 0 || next >= depth ? std::nullopt : std::optional(static_cast<uint32_t>(next))});
}

void App::State::toggle_overlay(render::Overlay overlay) {
    const auto drawn_in = [&](const scene::View& view) {
        if (!model.result) return render::info(overlay).drawn_in(view.space);
        return render::has(render::offered(*model.result, content_of(*model.result, view, scene.slice)), overlay);
    };
    const auto choice = [&](size_t view) -> const scene::View& { return scene.views[model.baseline.choice_of(view)]; };
    // Changes only the view under the mouse if there are more than two.
    const std::optional<size_t> pointed = views->pointed_view();
    const bool one = ViewGrid::count(model) > 2 && pointed && drawn_in(choice(*pointed));
    std::vector<size_t> meant;
    for (size_t i = 0; i < ViewGrid::count(model); ++i)
        if (one ? i == *pointed : drawn_in(choice(i))) meant.push_back(i);
    const bool any_on = std::ranges::any_of(meant, [&](size_t i) { return render::has(choice(i).overlays, overlay); });
    for (const size_t i : meant) on(SetOverlay{i, overlay, !any_on});
}

void App::State::zoom_by(double factor) {
    const render::Point size = views->area(0).size();
    render::Camera zoomed = scene.camera.value_or(camera.now);
    zoomed.zoom_at({size.x / 2, size.y / 2}, size, factor);
    scene.camera = zoomed;
}

void App::State::on(const Perform& c) {
    switch (c.action) {
    case Action::zoom_scope: zoom_scope(); break;
    case Action::fit:
        scene.camera.reset();
        scene.matrices.reset();
        break;
    case Action::actual_size: scene.camera = render::Camera{scene.camera.value_or(camera.now).centre, 1}; break;
    case Action::zoom_in: zoom_by(1.25); break;
    case Action::zoom_out: zoom_by(0.8); break;
    case Action::unpin:
        if (scene.step || scene.interval) {
            scene.step.reset();
            scene.interval.reset();
        } else if (scene.painted) {
            scene.painted.reset();
        } else if (scene.pin) {
            scene.pin.reset();
        } else if (window.presentation && window.drawer_large) {
            window.drawer_large = false;
        } else if (window.presentation) {
            window.presentation = false;
        }
        break;
    case Action::select_left: move_pin(-1, 0); break;
    case Action::select_right: move_pin(1, 0); break;
    case Action::select_up: move_pin(0, -1); break;
    case Action::select_down: move_pin(0, 1); break;
    case Action::step_back: move_step(-1); break;
    case Action::step_on: move_step(1); break;
    case Action::interval_back: move_interval(-1); break;
    case Action::interval_on: move_interval(1); break;
    case Action::slice_back: move_slice(-1); break;
    case Action::slice_on: move_slice(1); break;
    case Action::overlay: toggle_overlay(c.overlay); break;
    case Action::one_view:
        if (model.baseline.side_by_side) break;
        // Without a view under the mouse, shows the output alone.
        on(SetAlone{ViewGrid::alone(model) ? std::nullopt : std::optional(views->pointed_view().value_or(1))});
        break;
    case Action::four_views: on(SetFour{!scene.four || ViewGrid::alone(model)}); break;
    case Action::keys: dialogs.keys = !dialogs.keys; break;
    case Action::frame_times: dialogs.frame_times = !dialogs.frame_times; break;
    default: break;
    }
}

} // namespace warpscope::ui
