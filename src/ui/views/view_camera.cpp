#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "render/layout/cell_plane.hpp"
#include "render/style/level_of_detail.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/views/paint.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "workbench/files/fitting.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

/// Maximum extent of idle threads relative to the data.
constexpr int64_t max_idle = 15;

} // namespace

float ViewGrid::spare_height(const Model& model, float stretch, std::optional<size_t> only) const {
    if (!model.result) return 0;
    const Look& look = model.look;
    double spare = std::numeric_limits<double>::max();
    std::optional<float> row;
    for (size_t i = 0; i < view_count(model); ++i) {
        if (hidden(model, i) || (only && *only != i && form(model, i) != Form::cells)) continue;
        if (form(model, i) != Form::cells || (row && *row != areas_[i].min.y)) return 0;
        row = areas_[i].min.y;
        const render::Point size = areas_[i].size();
        const render::Camera camera = camera_of(model, i);
        const session::RunResult& run = run_of(model, *model.result, i);
        const render::CellRect data = extent_shown(run, content(model, run, i));
        const double top = camera.to_pixel({0, static_cast<double>(data.y)}, size).y,
                     bottom = camera.to_pixel({0, static_cast<double>(data.y + data.height)}, size).y;
        const double header = std::max(double{above(i)}, double{look.px(header_height)}),
                     legend = double{below(i)} + double{whole_legend_height(model, i, stretch)};
        // The picture stays in the middle, so each side loses the same height.
        constexpr float margin = 8, lowest = 240;
        spare = std::min({spare, 2 * (top - header - double{look.px(margin)}),
                          2 * (size.y - bottom - legend - double{look.px(margin)}), size.y - double{look.px(lowest)}});
    }
    return row ? std::max(0.0f, std::floor(static_cast<float>(spare))) : 0;
}

float ViewGrid::legend_stretch_that_fits(const Model& model, float wanted) const {
    for (size_t i = 0; i < view_count(model); ++i)
        for (const float width : entry_widths_[i])
            if (!hidden(model, i)) wanted = std::min(wanted, legend_room_[i] / (1.05f * width));
    return std::max(1.0f, wanted);
}

float ViewGrid::missing_height(const Model& model, float stretch) const {
    double missing = 0;
    for (size_t i = 0; model.result && i < view_count(model); ++i) {
        if (hidden(model, i) || form(model, i) != Form::cells || legend_tall_[i] == 0) continue;
        const render::Point size = areas_[i].size();
        const session::RunResult& run = run_of(model, *model.result, i);
        const render::CellRect data = extent_shown(run, content(model, run, i));
        const double end = camera_of(model, i).to_pixel({0, static_cast<double>(data.y + data.height)}, size).y;
        const bool is_whole = end <= size.y - double{below(i)};
        const double visible = is_whole ? end : size.y - double{below(i)} - double{legend_tall_[i]};
        const double lacks = visible + double{whole_legend_height(model, i, stretch)} + double{below(i)} - size.y;
        missing = std::max(missing, std::min(2 * lacks, size.y) * static_cast<double>(rows_));
    }
    return std::ceil(static_cast<float>(missing));
}

render::Camera ViewGrid::fitted(const Model& model, const session::RunResult& result) const {
    return fitted_to(model, result, leading(model));
}

render::Camera ViewGrid::fitted_to(const Model& model, const session::RunResult& result, size_t view) const {
    render::CellRect rect;
    double names = 0;
    double numbers = 0;
    const Look& look = model.look;
    double above_data = model.presentation ? 0 : double{look.px(header_height)}, below_data = 0, tallest_legend = 0;
    const bool with_leading = linked(model, result, view);
    for (size_t i = 0; i < model.scene->views.size(); ++i) {
        if (i != view && hidden(model, i)) continue;
        if (i != view && !(with_leading && linked(model, result, i))) continue;
        if (model.presentation) above_data = std::max(above_data, double{above(i)}); // the caption
        const float rows = areas_[i].size().x < double{look.px(narrow_legend)} ? 24 : 0;
        below_data =
            std::max(below_data, double{look.px(legend_height + rows)} * legend_stretch(model) + double{below(i)});
        if (model.presentation) below_data = std::max(below_data, double{legend_tall_[i] + below(i)});
        tallest_legend = std::max(tallest_legend, double{legend_tall_[i]});
        const session::RunResult& run = run_of(model, result, i);
        const render::Content shown = content(model, run, i);
        render::CellRect one = render::extent_of(run, shown);
        if (shown == render::Content(render::Space::output)) {
            const render::Plane plane = render::plane_of(run, shown);
            const render::CellRect with = render::extent_with_idle_threads(run.shown(), plane);
            // Without the overlay, idle threads must not make the data small.
            const bool idle = render::has(choice(model, i).overlays, render::Overlay::idle_threads);
            const int64_t more_x = idle ? max_idle * plane.width() : std::max<int64_t>(plane.width() / 3, 4),
                          more_y = idle ? max_idle * plane.height() : std::max<int64_t>(plane.height() / 3, 4);
            const int64_t left = std::max(with.x, -more_x), top = std::max(with.y, -more_y);
            const int64_t right = std::min(with.x + with.width, plane.width() + more_x);
            const int64_t bottom = std::min(with.y + with.height, plane.height() + more_y);
            one = {left, top, right - left, bottom - top};
        }
        if (shown.space == render::Space::matrices) {
            const std::vector<render::Part> parts = render::parts_of(run, shown);
            const bool idle = render::has(choice(model, i).overlays, render::Overlay::idle_threads);
            for (const render::Part& part : parts) {
                if (!render::stacked(parts)) break;
                const int64_t wide = part.rect.width, more = idle ? max_idle * wide : std::max<int64_t>(wide / 3, 4);
                const auto end = static_cast<int64_t>(render::plane_size_with_idle_threads(run, part.content).x);
                one.width = std::max(one.width, std::min(end, wide + more) - one.x);
            }
            one.height = std::max(one.height, render::row_of_name(run, parts.back()) - one.y);
            constexpr double line = 22.0 / 16;
            names = line * double{render::part_name_type({.scale = look.scale, .reading = look.px(model.reading)})};
        } else if (shown.space != render::Space::launch) {
            const render::Plane plane = render::plane_of(run, shown);
            if (const auto last = plane.first_of_row(plane.height() - 1))
                numbers = std::max(numbers,
                                   double{look.measure(Face::mono, size_small, std::to_string(*last)).x + look.px(14)});
        }
        const int64_t right = std::max(rect.x + rect.width, one.x + one.width);
        const int64_t bottom = std::max(rect.y + rect.height, one.y + one.height);
        rect.x = std::min(rect.x, one.x);
        rect.y = std::min(rect.y, one.y);
        rect.width = right - rect.x;
        rect.height = bottom - rect.y;
    }
    render::Point size = areas_[0].size();
    for (const Area& area : areas_) size = {std::min(size.x, area.size().x), std::min(size.y, area.size().y)};
    size.x = std::max(size.x / 2, size.x - 2 * numbers);
    const auto width = static_cast<double>(rect.width), height = static_cast<double>(rect.height);
    const double margin = double{look.px(3)};
    render::Camera camera, clear;
    camera.fit(width, height, {size.x, size.y - names}, margin);
    clear.fit(width, height, {size.x, size.y - names - above_data - below_data}, margin);
    // Shrinks the picture by up to 20 %, or a photo by 9 %, if nothing then covers it. Low views have no limit.
    constexpr double max_hidden = 0.2, filled = 0.75;
    // In lessons no picture counts as a photo, because its last row may matter.
    const bool photo = model.lesson == nullptr && lone_view(model) &&
                       camera.pixels_per_cell < double{look.px(render::zoom::values)} &&
                       width * camera.pixels_per_cell > filled * size.x;
    const double worth = photo ? 0.91 : 0.8;
    // All names of stacked parts must be readable.
    const render::Content shown_here = content(model, run_of(model, result, view), view);
    const bool strips = shown_here.space == render::Space::matrices &&
                        render::stacked(render::parts_of(run_of(model, result, view), shown_here));
    const bool covers_more =
        model.still && tallest_legend > 1.5 * double{look.px(legend_height)} * legend_stretch(model);
    if (strips || covers_more || clear.pixels_per_cell >= worth * camera.pixels_per_cell ||
        above_data + below_data > max_hidden * size.y)
        camera = clear;
    const double tall = height * camera.pixels_per_cell + names;
    const double at =
        std::clamp((above_data + size.y - below_data - tall) / 2, margin, std::max(margin, size.y - margin - tall));
    camera.center.x += static_cast<double>(rect.x);
    camera.center.y = (size.y / 2 - at) / camera.pixels_per_cell + static_cast<double>(rect.y);
    return camera;
}

std::optional<render::Point> ViewGrid::stepped_cells_apart(const Model& model, const render::Camera& camera,
                                                           size_t from, size_t to) const {
    if (!model.moment || model.moment->block->run != model.result) return std::nullopt;
    constexpr double close = 1.5;
    if (camera.pixels_per_cell < close * fitted_to(model, *model.result, leading(model)).pixels_per_cell)
        return std::nullopt;
    const auto middle = [&](size_t view) -> std::optional<render::Point> {
        const render::Content shown = content(model, view);
        if (shown.space == render::Space::launch || shown.space == render::Space::matrices || of_baseline(model, view))
            return std::nullopt;
        SteppedCells& cells = stepped_cells_[view];
        if (cells.block != model.moment->block || cells.content != shown)
            cells = {model.moment->block, shown, cells_of_block(*model.moment->block, shown)};
        if (!cells.rect) return std::nullopt;
        return render::Point{static_cast<double>(cells.rect->x) + static_cast<double>(cells.rect->width) / 2,
                             static_cast<double>(cells.rect->y) + static_cast<double>(cells.rect->height) / 2};
    };
    const auto here = middle(from), there = middle(to);
    if (!here || !there) return std::nullopt;
    return render::Point{there->x - here->x, there->y - here->y};
}

render::Camera ViewGrid::moved(const Model& model, const render::Camera& camera, size_t from, size_t to) const {
    if (!model.result || from == to || (linked(model, *model.result, from) && linked(model, *model.result, to)))
        return camera;
    render::Camera result = camera;
    if (const auto apart = stepped_cells_apart(model, camera, from, to)) {
        result.center.x += apart->x;
        result.center.y += apart->y;
        return result;
    }
    const render::Camera here = fitted_to(model, *model.result, from), there = fitted_to(model, *model.result, to);
    result.pixels_per_cell = camera.pixels_per_cell * there.pixels_per_cell / here.pixels_per_cell;
    const double cells = camera.pixels_per_cell / result.pixels_per_cell;
    result.center = {there.center.x + (camera.center.x - here.center.x) * cells,
                     there.center.y + (camera.center.y - here.center.y) * cells};
    return result;
}

render::Camera ViewGrid::camera_of(const Model& model, size_t view) const {
    if (model.result && content(model, view).space == render::Space::matrices)
        return model.matrices_camera.value_or(fitted_to(model, *model.result, view));
    return moved(model, model.camera, leading(model), view);
}

std::optional<render::CellRect> ViewGrid::in_sight(const Model& model) const {
    const render::Content output(render::Space::output);
    if (!model.result || !render::plane_of(*model.result, output).flat()) return std::nullopt;
    std::optional<render::CellRect> all;
    for (size_t i = 0; i < view_count(model); ++i) {
        if (hidden(model, i) || of_baseline(model, i) || content(model, i) != output) continue;
        const render::Camera camera = camera_of(model, i);
        const render::Point first = camera.to_plane({0, 0}, areas_[i].size()),
                            last = camera.to_plane(areas_[i].size(), areas_[i].size());
        int64_t left = static_cast<int64_t>(std::floor(first.x)), top = static_cast<int64_t>(std::floor(first.y));
        int64_t right = static_cast<int64_t>(std::ceil(last.x)), bottom = static_cast<int64_t>(std::ceil(last.y));
        if (all) {
            left = std::min(left, all->x);
            top = std::min(top, all->y);
            right = std::max(right, all->x + all->width);
            bottom = std::max(bottom, all->y + all->height);
        }
        all = render::CellRect{left, top, right - left, bottom - top};
    }
    return all;
}

std::vector<KeepInSight> ViewGrid::kept_in_sight(const Model& model) const {
    constexpr float of_cell = 1000, of_sign = 30, of_block = 3, of_legend = 2;
    std::vector<KeepInSight> all;
    for (size_t i = 0; i < view_count(model); ++i) {
        if (hidden(model, i)) continue;
        for (const Area& plate : plates_[i]) all.push_back({plate.min, plate.max, of_legend});
        for (const Area& sign : signs_[i]) all.push_back({sign.min, sign.max, of_sign});
    }
    const std::optional<scene::Spot>& pin = model.scene->pin;
    if (!model.result || !pin) return all;
    const LaunchConfig& config = model.result->shown().config;
    const metrics::ThreadId thread = model.selection.thread;
    const bool known = thread != 0 && thread <= config.threads();
    // Assumes that threads are ordered like their cells. This is precise enough for a card.
    const Dim3 local = known ? index_of(render::thread_in_block(config, thread), config.block) : Dim3{0, 0, 0};
    const Dim3 extent = known ? config.block : Dim3{1, 1, 1};
    const bool of_linked = pin->space == render::Space::output || pin->space == render::Space::input;
    for (size_t i = 0; i < view_count(model); ++i) {
        if (hidden(model, i)) continue;
        if (!(of_linked && linked(model, *model.result, i)) && content(model, i).space != pin->space) continue;
        const Area& area = areas_[i];
        const render::Camera camera = camera_of(model, i);
        const auto pixel = [&](double x, double y) {
            const render::Point at = camera.to_pixel({x, y}, area.size());
            return ImVec2{std::clamp(area.min.x + static_cast<float>(at.x), area.min.x, area.max.x),
                          std::clamp(area.min.y + static_cast<float>(at.y), area.min.y, area.max.y)};
        };
        const double x = std::floor(pin->place.x), y = std::floor(pin->place.y);
        const ImVec2 low = pixel(x, y), high = pixel(x + 1, y + 1);
        const float edge = model.look.px(8); // protects some pixels around even a tiny cell
        all.push_back({{low.x - edge, low.y - edge}, {high.x + edge, high.y + edge}, of_cell});
        all.push_back(
            {pixel(x - local.x, y - local.y), pixel(x - local.x + extent.x, y - local.y + extent.y), of_block});
    }
    return all;
}

bool ViewGrid::paint_cells(const Model& model, size_t i, Commands& commands) {
    if (!model.result || of_baseline(model, i) || model.still || model.bare_views) return false;
    const Area& area = areas_[i];
    const PaintedView view{area.min, area.max, camera_of(model, i), content(model, i)};
    const bool is_hovered = ImGui::IsItemHovered();
    bool in_stroke = painted_view_ == i;
    const bool is_used = paint_with_mouse(model, view, in_stroke, commands);
    if (in_stroke)
        painted_view_ = i;
    else if (painted_view_ == i)
        painted_view_.reset();
    draw_painting(model, view, is_hovered);
    return is_used;
}

void ViewGrid::paint_tool(const Model& model, Commands& commands) {
    size_t shown = 0;
    for (size_t i = view_count(model); i-- > 0;)
        if (!hidden(model, i) && !of_baseline(model, i) && shows_input(model, content(model, i))) shown = i;
    const Area& area = areas_[shown];
    const float covered = model.presentation ? above(shown) : model.look.px(header_height);
    const PopupArea popup = paint_popup(model, {area.min.x, area.min.y + covered}, area.max, commands);
    draw_sign(shown, "paint popup", {popup.min, popup.max});
}

void ViewGrid::mouse(const Model& model, size_t i, Commands& commands) {
    const Area& area = areas_[i];
    const render::Content space = content(model, i);
    ImGui::SetCursorScreenPos(area.min);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##view", {area.max.x - area.min.x, area.max.y - area.min.y});
    record_area(fmt::format("{} view", name(i)), area.min, area.max);
    const ImGuiIO& io = ImGui::GetIO();
    const render::Point at{io.MousePos.x - area.min.x, io.MousePos.y - area.min.y};
    const render::Camera own = camera_of(model, i);
    const render::Point place = own.to_plane(at, area.size());
    const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    if (hovered) pointed_view_ = i;
    // In side-by-side mode, only linked views have places that exist in both runs.
    const bool means = !model.baseline.side_by_side || !model.result || linked(model, *model.result, i);
    if (hovered && means) commands.push_back(Hover{space, place});

    render::Camera camera = own;
    if (hovered && io.MouseWheel != 0) camera.zoom_at(at, area.size(), std::pow(1.2, io.MouseWheel));
    const bool is_painting = model.painting.is_on && paint_cells(model, i, commands);
    if (ImGui::IsItemActivated()) dragging_ = false;
    if (!is_painting && held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, model.look.px(4))) {
        // Includes the distance before ImGui recognized the drag.
        const ImVec2 whole = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
        if (dragging_)
            camera.pan({io.MouseDelta.x, io.MouseDelta.y});
        else
            camera.pan({whole.x, whole.y});
        dragging_ = true;
    }
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Middle))
        panned_view_ = i;
    else if (panned_view_ == i && ImGui::IsMouseDown(ImGuiMouseButton_Middle))
        camera.pan({io.MouseDelta.x, io.MouseDelta.y});
    else if (panned_view_ == i)
        panned_view_.reset();
    if (camera != own)
        commands.push_back(space.space == render::Space::matrices
                               ? MoveCamera{camera, true}
                               : MoveCamera{moved(model, camera, i, leading(model))});
    if (is_painting) return;
    if (dragging_ && held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        if (means) commands.push_back(Pin{space, place});
        ImGui::OpenPopup("cell menu");
    }
    cell_menu(model, i, commands);
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        commands.push_back(Perform{Action::fit});
    else if (means && !model.painting.is_on && ImGui::IsItemDeactivated() && hovered && !dragging_ &&
             io.MouseClickedLastCount[0] < 2)
        commands.push_back(Pin{space, place});
}

} // namespace warpscope::ui
