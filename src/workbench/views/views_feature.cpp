#include "workbench/views/views_feature.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "insight/contents.hpp"
#include "insight/value_histogram.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/block_boxes.hpp"
#include "render/maps/focus_mask.hpp"
#include "workbench/time/commands.hpp"
#include "workbench/views/painted_code.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::workbench {

namespace {

template<class Belongs>
std::optional<render::CellRect> cells_of(const session::RunResult& result, const render::Content& content,
                                         const Belongs& belongs) {
    int64_t left = std::numeric_limits<int64_t>::max(), top = left, right = -1, bottom = -1;
    const auto include = [&](render::CellIndex at) {
        left = std::min(left, at.x);
        top = std::min(top, at.y);
        right = std::max(right, at.x);
        bottom = std::max(bottom, at.y);
    };
    if (content.space == render::Space::launch) {
        const uint64_t threads = result.shown().config.threads();
        for (uint64_t i = 0; i < threads; ++i)
            if (belongs(static_cast<metrics::ThreadId>(i + 1))) include(render::place_of(result, content, i));
    } else if (const auto* owners = render::threads_of(result, content)) {
        for (size_t i = 0; i < owners->size(); ++i)
            if ((*owners)[i] != 0 && belongs((*owners)[i])) include(render::place_of(result, content, i));
    }
    if (right < 0) return std::nullopt;
    return render::CellRect{left, top, right - left + 1, bottom - top + 1};
}

} // namespace

ViewsFeature::ViewsFeature(Document& document, const Models& model, ViewsModel& view, const Stage& stage,
                           Traces& traces, Worker& layer_worker)
    : CommandFeature(document, model)
    , view_(view)
    , stage_(stage)
    , traces_(traces)
    , layer_worker_(layer_worker)
    , block_view_(document.worker, document.redraw) {}

bool ViewsFeature::perform(const Perform& c) {
    switch (c.action) {
    case Action::zoom_scope: zoom_scope(); break;
    case Action::fit:
        scene_.camera.reset();
        scene_.matrices.reset();
        break;
    case Action::actual_size:
        scene_.camera = render::Camera{scene_.camera.value_or(document_.camera.now).center, 1};
        break;
    case Action::zoom_in: zoom_by(1.25); break;
    case Action::zoom_out: zoom_by(0.8); break;
    case Action::unpin:
        if (scene_.step || scene_.interval) {
            scene_.step.reset();
            scene_.interval.reset();
        } else if (scene_.painted) {
            scene_.painted.reset();
        } else if (scene_.pin) {
            scene_.pin.reset();
        } else if (window_.presentation && window_.drawer_large) {
            window_.drawer_large = false;
        } else if (window_.presentation) {
            window_.presentation = false;
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
        if (model_.baseline.side_by_side) break;
        // Without a view under the mouse, shows the right-hand view alone.
        on(SetAlone{lone_view(model_) ? std::nullopt : std::optional(stage_.pointed_view().value_or(1))});
        break;
    case Action::four_views: on(SetFour{!scene_.four || lone_view(model_)}); break;
    default: return false;
    }
    return true;
}

bool ViewsFeature::is_settled() const {
    return traces_.complete() && block_view_.ready() && !are_probes_missing_ && !is_moving_;
}

void ViewsFeature::publish() {
    view_.step = scene_.step;
    view_.interval = scene_.interval;
    view_.slice = scene_.slice;
    view_.matrices_camera = scene_.matrices;
    view_.camera = document_.camera.now;
    view_.trace = trace_.get();
}

const insight::RecordedBlock* ViewsFeature::block_in_time() const {
    return model_.time.block && in_block(scene_.moment) ? model_.time.block.get() : nullptr;
}

void ViewsFeature::on(const SetOverlay& c) {
    render::OverlaySet& set = scene_.views[model_.baseline.choice_of(c.view)].overlays;
    const auto bit = static_cast<render::OverlaySet>(c.overlay);
    // A cell has one color.
    if (c.on && render::has(render::heat_overlays(), c.overlay)) set &= ~render::heat_overlays();
    set = c.on ? set | bit : set & ~bit;
}

void ViewsFeature::on(const SetSpace& c) {
    scene::View& view = scene_.views[model_.baseline.choice_of(c.view)];
    view.space = c.space;
    view.buffer = c.buffer;
    view.form = Form::automatic;
    view.reference = {};
    document_.camera.jump = true;
}

void ViewsFeature::on(const SetForm& c) { scene_.views[model_.baseline.choice_of(c.view)].form = c.form; }

void ViewsFeature::on(const SetInterval& c) {
    scene_.interval = c.interval;
    if (!scene_.interval || scene_.pin || !model_.result || model_.result->measured->launches().empty()) return;
    const LaunchConfig& config = model_.result->shown().config;
    const auto middle = static_cast<metrics::ThreadId>(insight::middle_block(config) * config.threads_per_block() + 1);
    on(ShowThread{model_.selection.thread != 0 ? model_.selection.thread : middle});
}

void ViewsFeature::on(const SetSlice& c) {
    const std::optional<render::PointedCell> held =
        scene_.pin && model_.selection.pointed ? model_.selection.pointed : std::nullopt;
    scene_.slice = c.slice;
    document_.camera.jump = true;
    if (!held || !model_.result) return;
    render::Content content = held->content;
    content.lay = c.slice ? render::Lay::slice : render::Lay::natural;
    content.slice = c.slice.value_or(0);
    const render::CellIndex place = render::place_of(*model_.result, content, held->index);
    if (place.x < 0) {
        scene_.pin.reset();
        return;
    }
    scene_.pin = scene::Spot{content, render::middle_of(place)};
}

void ViewsFeature::on(const MoveCamera& c) {
    if (c.matrices) {
        scene_.matrices = c.camera;
        return;
    }
    scene_.camera = c.camera;
}

void ViewsFeature::on(const Hover& c) {
    if (c.place) document_.pointing.hover = scene::Spot{c.space, *c.place};
}

void ViewsFeature::on(const Pin& c) {
    if (!model_.result) return;
    const render::Selection there = render::pick(*model_.result, c.space, c.place);
    if (there.thread == 0 && !there.cell)
        scene_.pin.reset();
    else
        scene_.pin = scene::Spot{c.space, c.place};
}

void ViewsFeature::on(const SetAlone& c) {
    preferences_.panes.alone = c.view;
    preferences_.panes.both_upright = !c.view;
    document_.camera.jump = true;
}

void ViewsFeature::on(const SetFour& c) {
    scene_.four = c.on;
    preferences_.panes.alone.reset();
    document_.camera.jump = true;
}

void ViewsFeature::on(const PointThread& c) { document_.pointing.pointed = c.thread; }

void ViewsFeature::on(const ExplainSplit& /*c*/) {
    const std::optional<PaintedCode>& painted = scene_.painted;
    explains_split_ = painted && painted->measure == metrics::Measure::splits && model_.result && !scene_.pin;
}

void ViewsFeature::on(const ShowThread& c) {
    if (!model_.result || c.thread == 0 || c.thread > model_.result->shown().config.threads()) return;
    show_spot(spot_of_thread(c.thread));
    view_.selection.thread = c.thread; // the pin would select the thread only in the next frame
}

void ViewsFeature::on(const ShowCell& c) {
    if (!model_.result) return;
    const bool by_name = c.space.space == render::Space::buffer;
    const auto shows = [&](size_t view) {
        const scene::View& choice = scene_.views[model_.baseline.choice_of(view)];
        const render::Content content = content_of(*model_.result, choice, scene_.slice);
        return content.space == render::Space::matrices ||
               (content.space == c.space.space && (!by_name || content.buffer == c.space.buffer));
    };
    const std::optional<size_t> alone = lone_view(model_);
    std::optional<size_t> shown;
    for (size_t view = 0; view < view_count(model_) && !shown; ++view)
        if (shows(view)) shown = view;
    if (!shown)
        on(SetSpace{alone.value_or(1), c.space.space,
                    by_name ? insight::parameter_of(*model_.result, c.space) : std::string()});
    else if (alone && !shows(*alone))
        on(SetAlone{shown});
    show_spot({c.space, render::middle_of(c.place)});
}

void ViewsFeature::move_pin(double dx, double dy) {
    if (!model_.result) return;
    scene::Spot spot = document_.pointing.spot(scene_) ? *document_.pointing.spot(scene_)
                                                       : scene::Spot{render::Space::output, {-dx, -dy}};
    if (!render::exists(*model_.result, spot.space)) spot = {render::Space::output, {-dx, -dy}};
    const render::CellIndex now{static_cast<int64_t>(std::floor(spot.place.x)),
                                static_cast<int64_t>(std::floor(spot.place.y))};
    const std::vector<render::Part> parts = render::parts_of(*model_.result, spot.space);
    auto part = std::find_if(parts.begin(), parts.end(), [&](const render::Part& p) { return p.rect.contains(now); });
    if (part == parts.end()) part = std::prev(parts.end());
    const render::CellRect& r = part->rect;
    const auto moved = [](int64_t from, double by, int64_t low, int64_t size) {
        return std::clamp(static_cast<double>(from) + by, static_cast<double>(low),
                          static_cast<double>(low + size - 1)) +
               0.5;
    };
    spot.place = {moved(now.x, dx, r.x, r.width), moved(now.y, dy, r.y, r.height)};
    scene_.pin = spot;
}

void ViewsFeature::move_step(int by) {
    const auto& trace_now = model_.trace;
    if (!model_.result || !trace_now || model_.selection.thread == 0) return;
    const LaunchConfig& config = model_.result->shown().config;
    if (render::block_of(config, model_.selection.thread) != trace_now->block) return;
    const auto count = static_cast<int64_t>(render::accesses_of(*model_.result, *trace_now)
                                                .of(render::thread_in_block(config, model_.selection.thread))
                                                .size());
    if (count == 0) return;
    const std::optional<uint32_t>& step = scene_.step;
    const int64_t now = step ? static_cast<int64_t>(std::min<uint64_t>(*step, static_cast<uint64_t>(count - 1)))
                             : (by > 0 ? -1 : count);
    scene_.step = static_cast<uint32_t>(std::clamp<int64_t>(now + by, 0, count - 1));
}

void ViewsFeature::move_interval(int by) {
    if (const insight::RecordedBlock* block = block_in_time()) {
        const scene::Moment& now = scene_.moment;
        const int64_t interval = (block->last_step(now) ? int64_t{block->barriers_passed(now)} : int64_t{-1}) + by;
        if (interval >= 0 && interval < int64_t{block->intervals()})
            send(GoToStep{block->end_of_interval(now, static_cast<uint32_t>(interval))});
        return;
    }
    // The first press selects a block. Its trace then gives the intervals.
    if (model_.intervals.empty()) {
        if (model_.selection.thread == 0 || !scene_.pin) on(SetInterval{0});
        return;
    }
    const std::vector<uint32_t>& all = model_.intervals;
    const auto count = static_cast<int64_t>(all.size());
    const int64_t now = model_.interval ? std::ranges::lower_bound(all, *model_.interval) - all.begin()
                        : by > 0        ? -1
                                        : count;
    const int64_t next = now + by;
    on(SetInterval{next < 0 || next >= count ? std::nullopt : std::optional(all[static_cast<size_t>(next)])});
}

void ViewsFeature::move_slice(int by) {
    if (!model_.result) return;
    uint32_t depth = 1;
    for (const scene::View& view : scene_.views) {
        const render::Content shown = content_of(*model_.result, view);
        if (shown.space != render::Space::launch && shown.space != render::Space::matrices)
            depth = std::max(depth, render::layout_of(*model_.result, shown).shape.depth);
    }
    if (depth == 1) return;
    const std::optional<uint32_t>& slice = scene_.slice;
    const std::optional<uint32_t> pinned = pinned_slice(*model_.result, model_.selection);
    const int64_t now = slice ? std::min<int64_t>(*slice, depth - 1) : by > 0 ? int64_t{-1} : int64_t{depth};
    const int64_t next = !slice && pinned ? int64_t{*pinned} : now + by;
    on(SetSlice{next < 0 || next >= depth ? std::nullopt : std::optional(static_cast<uint32_t>(next))});
}

void ViewsFeature::toggle_overlay(render::Overlay overlay) {
    if (overlay == render::Overlay::differences && model_.result && model_.result->recorded_on.empty()) {
        say(false, msg("Differences of GPU and emulator need a launch that was measured on a GPU."));
        return;
    }
    const auto drawn_in = [&](const scene::View& view) {
        if (!model_.result) return render::info(overlay).drawn_in(view.space);
        return render::has(render::offered(*model_.result, content_of(*model_.result, view, scene_.slice)), overlay);
    };
    const auto choice = [&](size_t view) -> const scene::View& {
        return scene_.views[model_.baseline.choice_of(view)];
    };
    const std::optional<size_t> pointed = stage_.pointed_view();
    const bool one = view_count(model_) > 2 && pointed && drawn_in(choice(*pointed));
    std::vector<size_t> meant;
    for (size_t i = 0; i < view_count(model_); ++i)
        if (one ? i == *pointed : drawn_in(choice(i))) meant.push_back(i);
    const bool any_on = std::ranges::any_of(meant, [&](size_t i) { return render::has(choice(i).overlays, overlay); });
    for (const size_t i : meant) on(SetOverlay{i, overlay, !any_on});
}

void ViewsFeature::zoom_by(double factor) {
    const render::Point size = stage_.size_of(0);
    render::Camera zoomed = scene_.camera.value_or(document_.camera.now);
    zoomed.zoom_at({size.x / 2, size.y / 2}, size, factor);
    scene_.camera = zoomed;
}

void ViewsFeature::on(const SetReference& c) {
    scene_.views[model_.baseline.choice_of(c.view)].reference = c.reference;
}

void ViewsFeature::zoom_scope() {
    if (!scene_.camera) scope_ = 0;
    // Keeps the first thread, because zooming moves other cells under the mouse.
    if (scope_ == 0 || !model_.result || scope_thread_ > model_.result->shown().config.threads())
        scope_thread_ = model_.selection.thread;
    const metrics::ThreadId thread = scope_thread_;
    if (!model_.result || thread == 0) {
        scope_ = 0;
        scene_.camera.reset();
        return;
    }
    const session::RunResult& result = *model_.result;
    const LaunchConfig& config = result.shown().config;
    scope_ = (scope_ + 1) % 4;
    if (scope_ == 0) {
        scene_.camera.reset();
        return;
    }
    const size_t view = stage_.pointed_view().value_or(1);
    const render::Content content = content_of(result, scene_.views[model_.baseline.choice_of(view)], scene_.slice);
    const uint64_t block = render::block_of(config, thread);
    const uint32_t warp = render::thread_in_block(config, thread) / warp_size;
    auto rect = cells_of(result, content, [&](metrics::ThreadId other) {
        if (scope_ == 3) return other == thread;
        if (render::block_of(config, other) != block) return false;
        return scope_ == 1 || render::thread_in_block(config, other) / warp_size == warp;
    });
    if (!rect) return;
    if (const auto& window = result.prepared.window; scope_ == 1 && window && content.space != render::Space::launch)
        rect = render::CellRect{rect->x - window->left, rect->y - window->up,
                                rect->width + window->left + window->right, rect->height + window->up + window->down};
    zoom_to(*rect, view);
}

void ViewsFeature::zoom_to(const render::CellRect& rect, size_t view) {
    const render::Point size = stage_.size_of(view);
    constexpr double share = 0.8; // legends cover the edges
    render::Camera camera;
    camera.fit(static_cast<double>(rect.width), static_cast<double>(rect.height) / share, size, 60 * window_.scale);
    camera.center = {static_cast<double>(rect.x) + static_cast<double>(rect.width) / 2,
                     static_cast<double>(rect.y) + static_cast<double>(rect.height) / 2};
    camera.pixels_per_cell = std::min(camera.pixels_per_cell, double{120 * window_.scale});
    scene_.camera = camera;
    zoomed_ = Zoomed{rect, view, size, camera};
}

void ViewsFeature::update_camera() {
    if (zoomed_ && scene_.camera != zoomed_->camera) zoomed_.reset();
    if (zoomed_ && stage_.laid_out() && stage_.size_of(zoomed_->view) != zoomed_->size)
        zoom_to(zoomed_->cells, zoomed_->view);
    move_camera();
    view_.camera = document_.camera.now;
    view_.trace = trace_.get();
}

bool ViewsFeature::sees_cells(const render::Camera& camera) const {
    for (size_t view = 0; view < view_count(model_); ++view) {
        const scene::Point size = stage_.size_of(view);
        if (size.x <= 0 || size.y <= 0) continue;
        const scene::View& choice = scene_.views[model_.baseline.choice_of(view)];
        const render::Content content = content_of(*model_.result, choice, scene_.slice);
        if (content.space == render::Space::matrices) return true; // has its own camera
        const double wide = size.x / camera.pixels_per_cell / 2, tall = size.y / camera.pixels_per_cell / 2;
        for (const render::Part& part : render::parts_of(*model_.result, content)) {
            const render::CellRect& r = part.rect;
            const auto overlaps = [](int64_t first, int64_t count, double center, double half) {
                return center + half > static_cast<double>(first) && center - half < static_cast<double>(first + count);
            };
            if (overlaps(r.x, r.width, camera.center.x, wide) && overlaps(r.y, r.height, camera.center.y, tall))
                return true;
        }
    }
    return false;
}

void ViewsFeature::move_camera() {
    is_moving_ = false;
    if (!model_.result || !window_.views_in_sight(preferences_)) return;
    if (!stage_.laid_out()) {
        redraw_.want();
        return;
    }
    document_.camera.note_widths(static_cast<float>(stage_.size_of(0).x), static_cast<float>(stage_.size_of(1).x));
    if (start_.zoom && document_.is_of_setup(*model_.result)) {
        render::Camera zoomed = stage_.fitted(*model_.result);
        zoomed.pixels_per_cell = std::clamp(*start_.zoom, render::Camera::min_zoom, render::Camera::max_zoom);
        const std::optional<scene::Spot>& pin = scene_.pin;
        if (pin && pin->space == render::Content(render::Space::output)) zoomed.center = pin->place;
        scene_.camera = zoomed;
        start_.zoom.reset();
    }
    const session::Request& request = model_.result->request;
    const std::pair shown{request.experiment->name, request.input};
    if (std::exchange(camera_of_, shown) != shown && scene_.camera && !sees_cells(*scene_.camera)) {
        scene_.camera.reset();
        document_.camera.jump = true;
    }
    if (scene_.camera) {
        document_.camera.now = *scene_.camera;
        return;
    }
    const double seconds = document_.clock.seconds;
    is_moving_ =
        document_.camera.follow(stage_.fitted(*model_.result), seconds, start_.animate && !preferences_.reduced_motion);
}

} // namespace warpscope::workbench
