// A small cube in the corner of a view that shows a volume: which slice is meant, and which block.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/block_boxes.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float cube_side = 92, cube_pad = 9, from_corner = 8;
constexpr float depth_lean = 0.45f;   // how far the depth goes to the right and up, for one cell
constexpr float least_of_side = 0.3f; // a flat volume is drawn as deep as this share of its longest side
constexpr ImU32 blue_fill = IM_COL32(86, 180, 233, 120), blue = IM_COL32(86, 180, 233, 255);

/// The cube on the screen: x to the right, y down, z to the back.
struct Drawing {
    ImVec2 front;              // the corner of cell (0, 0, 0)
    std::array<float, 3> step; // pixels of a cell in x, in y, and of its lean in z

    [[nodiscard]] ImVec2 at(float x, float y, float z) const {
        return {front.x + x * step[0] + z * step[2], front.y + y * step[1] - z * step[2]};
    }
};

Drawing drawing_of(const Shape& shape, ImVec2 min, float side) {
    const std::array<float, 3> cells{static_cast<float>(shape.width), static_cast<float>(shape.height),
                                     static_cast<float>(shape.depth)};
    const float longest = *std::max_element(cells.begin(), cells.end());
    std::array<float, 3> sides{};
    for (size_t i = 0; i < 3; ++i) sides[i] = std::max(cells[i], least_of_side * longest);
    const float lean = depth_lean * sides[2];
    const float fit = side / std::max(sides[0] + lean, sides[1] + lean);
    return {{min.x, min.y + lean * fit}, {sides[0] * fit / cells[0], sides[1] * fit / cells[1], lean * fit / cells[2]}};
}

void draw_box(ImDrawList& list, const Drawing& d, std::array<float, 3> low, std::array<float, 3> high, ImU32 fill,
              ImU32 line, float width) {
    const auto face = [&](ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 e) {
        if (fill != 0) list.AddQuadFilled(a, b, c, e, fill);
        list.AddQuad(a, b, c, e, line, width);
    };
    const auto& [x0, y0, z0] = low;
    const auto& [x1, y1, z1] = high;
    face(d.at(x0, y0, z0), d.at(x1, y0, z0), d.at(x1, y1, z0), d.at(x0, y1, z0)); // front
    face(d.at(x0, y0, z0), d.at(x0, y0, z1), d.at(x1, y0, z1), d.at(x1, y0, z0)); // top
    face(d.at(x1, y0, z0), d.at(x1, y0, z1), d.at(x1, y1, z1), d.at(x1, y1, z0)); // right
}

/// Where something of this size covers least of the slices, in one of the corners of `free`; rather at the lower
/// right, and not at the upper right, where the small map is.
ImVec2 free_corner(const render::Plane& plane, const render::Camera& camera, const ViewGrid::Area& area,
                   const ViewGrid::Area& free, ImVec2 size, float edge) {
    const float left = free.min.x + edge, right = free.max.x - edge - size.x, top = free.min.y + edge,
                bottom = free.max.y - edge - size.y;
    const auto covered_at = [&](ImVec2 corner) {
        const double x = double{corner.x - area.min.x}, y = double{corner.y - area.min.y};
        double covered = 0;
        for (uint32_t i = 0; i < plane.slices(); ++i) {
            const render::CellRect r = plane.slice(i);
            const render::Point low =
                camera.to_pixel({static_cast<double>(r.x), static_cast<double>(r.y)}, area.size());
            const render::Point high =
                camera.to_pixel({static_cast<double>(r.x + r.width), static_cast<double>(r.y + r.height)}, area.size());
            covered += std::max(0.0, std::min(high.x, x + double{size.x}) - std::max(low.x, x)) *
                       std::max(0.0, std::min(high.y, y + double{size.y}) - std::max(low.y, y));
        }
        return covered;
    };
    const std::array corners{ImVec2{right, bottom}, ImVec2{left, bottom}, ImVec2{left, top}};
    return *std::ranges::min_element(corners, {}, covered_at);
}

} // namespace

void ViewGrid::cube(const Model& model, size_t view, float lower, Commands& commands) {
    // One is enough: in the last view of a volume in the upper row.
    const auto of_volume = [&](size_t i) {
        if (hidden(model, i)) return false;
        const render::Content shown = content(model, i);
        return shown.space != render::Space::launch && shown.space != render::Space::matrices &&
               render::layout_of(*model.result, shown).shape.depth > 1;
    };
    if (!of_volume(view) || (view == 0 && of_volume(1)) || (view >= scene::first_lower_view && !hidden(model, 1)))
        return;
    const Look& look = model.look;
    const Area& area = areas_[view];
    const session::RunResult& run = *model.result;
    const render::Content shown = content(model, view);
    const Shape& shape = render::layout_of(run, shown).shape;
    lower = std::min(lower, area.max.y - below(view) - look.px(legend_height)); // how large a cell is stands there
    const float side = look.px(cube_side), pad = look.px(cube_pad), line = look.px(18);
    if (std::min(area.max.x - area.min.x, lower - area.min.y) < 2.6f * side) return;

    std::optional<uint32_t> z = model.slice;
    std::optional<Dim3> cell;
    if (const auto& pointed = model.selection.pointed;
        pointed && render::buffer_of(run, pointed->content) == render::buffer_of(run, shown))
        cell = index_of(pointed->index, {shape.width, shape.height, shape.depth});
    if (!z && cell) z = cell->z;
    std::optional<render::IndexBox> block;
    std::string words =
        z ? tr_format("z = {} of {}", *z, shape.depth) : tr_count(shape.depth, "{} slice", "{} slices", shape.depth);
    if (const metrics::ThreadId thread = model.selection.thread;
        thread != 0 && thread <= run.shown().config.threads()) {
        const auto blocks = render::block_boxes(run, shown);
        if (!blocks) commands.push_back(MakeBlockBoxes{shown});
        const render::IndexBox box =
            blocks ? blocks->boxes[render::block_of(run.shown().config, thread)] : render::IndexBox();
        if (box.any()) {
            block = box;
            words += box.low[2] == box.high[2] ? std::string(tr(", its block"))
                                               : tr_format(", block {} to {}", box.low[2], box.high[2]);
        }
    }

    const float wide = std::max(side, look.measure(Face::mono, size_small, words).x);
    const ImVec2 size{wide + 2 * pad, side + line + 2 * pad};
    const float upper = area.min.y + (model.presentation ? above(view) : look.px(header_height));
    // What a drag chooses leaves other corners free; the cube stays under the hand all the same.
    const ImVec2 min = cube_held_at_
                           ? *cube_held_at_
                           : free_corner(render::plane_of(run, shown), camera_of(model, view), area,
                                         {{area.min.x, upper}, {area.max.x, lower}}, size, look.px(from_corner));
    const ImVec2 max{min.x + size.x, min.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    plate(look, list, min, max);
    record_area(fmt::format("{} cube", name(view)), min, max);
    const Drawing d = drawing_of(shape, {min.x + pad + (wide - side) / 2, min.y + pad}, side);
    const float stroke = std::max(1.0f, look.px(1));
    const auto w = static_cast<float>(shape.width), h = static_cast<float>(shape.height),
               deep = static_cast<float>(shape.depth);
    draw_box(list, d, {0, 0, 0}, {w, h, deep}, 0, look.colours->muted, stroke);
    if (d.step[2] >= look.px(2))
        for (uint32_t i = 1; i < shape.depth; ++i) {
            const auto at = static_cast<float>(i);
            list.AddLine(d.at(0, 0, at), d.at(w, 0, at), look.colours->line, stroke);
            list.AddLine(d.at(w, 0, at), d.at(w, h, at), look.colours->line, stroke);
        }
    if (block) {
        const auto low = [&](size_t i) { return static_cast<float>(block->low[i]); };
        const auto high = [&](size_t i) { return static_cast<float>(block->high[i] + 1); };
        draw_box(list, d, {low(0), low(1), low(2)}, {high(0), high(1), high(2)}, IM_COL32(86, 180, 233, 60), blue,
                 stroke);
    }
    if (z) {
        const float at = static_cast<float>(std::min(*z, shape.depth - 1)) + 0.5f;
        list.AddQuadFilled(d.at(0, 0, at), d.at(w, 0, at), d.at(w, h, at), d.at(0, h, at), blue_fill);
        list.AddQuad(d.at(0, 0, at), d.at(w, 0, at), d.at(w, h, at), d.at(0, h, at), look.colours->text, stroke);
        if (cell) {
            const ImVec2 dot = d.at(static_cast<float>(cell->x) + 0.5f, static_cast<float>(cell->y) + 0.5f, at);
            list.AddCircleFilled(dot, look.px(3.5f), look.colours->text);
            list.AddCircleFilled(dot, look.px(2), blue);
        }
    }
    ImGui::SetCursorScreenPos({min.x + pad, max.y - pad - line + look.px(3)});
    text(look, words, {Face::mono, size_small, look.colours->muted});
    ImGui::SetCursorScreenPos(min);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##cube", {max.x - min.x, max.y - min.y});
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
        tooltip(look, tr_format("Drag through the volume for one slice; {} and {} step through them",
                                key_text(Action::slice_back), key_text(Action::slice_on)));
    cube_held_at_ = ImGui::IsItemActive() ? std::optional(min) : std::nullopt;
    if (!cube_held_at_) return;
    // From the front's lower left corner to the back's upper right one.
    const ImVec2 mouse = ImGui::GetIO().MousePos, from = d.at(0, h, 0), to = d.at(w, 0, deep);
    const float along = ((mouse.x - from.x) * (to.x - from.x) + (mouse.y - from.y) * (to.y - from.y)) /
                        ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
    const auto slice = static_cast<uint32_t>(std::clamp(along * deep, 0.0f, deep - 1));
    if (model.slice != slice) commands.push_back(SetSlice{slice});
}

} // namespace warpscope::ui
