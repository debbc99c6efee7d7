#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/block_boxes.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float cube_side = 92, small_side = 46, cube_pad = 9, from_corner = 8;
constexpr float depth_lean = 0.45f;
constexpr float min_of_side = 0.3f;
constexpr ImU32 blue_fill = IM_COL32(86, 180, 233, 120), blue = IM_COL32(86, 180, 233, 255);

/// A projection: x to the right, y down, z to the back.
struct Drawing {
    ImVec2 front;              // corner of cell (0, 0, 0)
    std::array<float, 3> step; // pixels per cell

    [[nodiscard]] ImVec2 at(float x, float y, float z) const {
        return {front.x + x * step[0] + z * step[2], front.y + y * step[1] - z * step[2]};
    }
};

Drawing drawing_of(const Shape& shape, ImVec2 min, float side) {
    const std::array<float, 3> cells{static_cast<float>(shape.width), static_cast<float>(shape.height),
                                     static_cast<float>(shape.depth)};
    const float longest = *std::max_element(cells.begin(), cells.end());
    std::array<float, 3> sides{};
    for (size_t i = 0; i < 3; ++i) sides[i] = std::max(cells[i], min_of_side * longest);
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

double overlap(const ViewGrid::Area& one, const ViewGrid::Area& other) {
    return double{std::max(0.0f, std::min(one.max.x, other.max.x) - std::max(one.min.x, other.min.x))} *
           double{std::max(0.0f, std::min(one.max.y, other.max.y) - std::max(one.min.y, other.min.y))};
}

struct FreePlace {
    ImVec2 at;
    double covered = std::numeric_limits<double>::max(); // square pixels
};

FreePlace free_place(const std::vector<ViewGrid::Area>& cells, const std::vector<ViewGrid::Area>& words,
                     const ViewGrid::Area& free, ImVec2 size) {
    constexpr double of_words = 20;
    constexpr int steps = 24;
    const ImVec2 last{free.max.x - size.x, free.max.y - size.y};
    FreePlace best{last};
    for (int i = 0; i <= 2 * steps; ++i) // steps from the lower right corner
        for (int across = std::max(0, i - steps); across <= std::min(i, steps); ++across) {
            const float left = static_cast<float>(across) / steps, up = static_cast<float>(i - across) / steps;
            const ImVec2 at{std::round(last.x - left * (last.x - free.min.x)),
                            std::round(last.y - up * (last.y - free.min.y))};
            double covered = 0;
            const ViewGrid::Area here{at, {at.x + size.x, at.y + size.y}};
            for (const ViewGrid::Area& area : cells) covered += overlap(here, area);
            for (const ViewGrid::Area& area : words) covered += of_words * overlap(here, area);
            if (covered < best.covered) best = {at, covered};
            if (covered <= 0) return best;
        }
    return best;
}

std::vector<ViewGrid::Area> slices_on(const render::Plane& plane, const render::Camera& camera,
                                      const ViewGrid::Area& area) {
    std::vector<ViewGrid::Area> boxes;
    const auto pixel = [&](int64_t x, int64_t y) {
        const render::Point at = camera.to_pixel({static_cast<double>(x), static_cast<double>(y)}, area.size());
        return ImVec2{area.min.x + static_cast<float>(at.x), area.min.y + static_cast<float>(at.y)};
    };
    for (uint32_t i = 0; i < plane.slices(); ++i) {
        const render::CellRect r = plane.slice(i);
        const ViewGrid::Area box{pixel(r.x, r.y), pixel(r.x + r.width, r.y + r.height)};
        if (overlap(box, area) > 0) boxes.push_back(box);
    }
    if (constexpr size_t max_boxes = 256; boxes.size() > max_boxes) return {{boxes.front().min, boxes.back().max}};
    return boxes;
}

} // namespace

void ViewGrid::cube(const Model& model, size_t view, Commands& commands) {
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
    const float lower = area.max.y - below(view);
    const float side = look.px(cube_side), pad = look.px(cube_pad), line = look.px(18);
    if (std::min(area.max.x - area.min.x, lower - area.min.y) < 2.6f * side) return;

    std::optional<uint32_t> z = model.slice;
    std::optional<Dim3> cell;
    if (const auto& pointed = model.selection.pointed;
        pointed && render::buffer_of(run, pointed->content) == render::buffer_of(run, shown))
        cell = index_of(pointed->index, {shape.width, shape.height, shape.depth});
    if (!z && cell) z = cell->z;
    std::optional<render::IndexBox> block;
    std::string words = z ? tr_format("slice {} of 0 to {}", *z, shape.depth - 1)
                          : tr_count(shape.depth, "{} slice", "{} slices", shape.depth);
    if (const metrics::ThreadId thread = model.selection.thread;
        thread != 0 && thread <= run.shown().config.threads()) {
        const auto blocks = render::block_boxes(run, shown);
        if (!blocks) commands.push_back(MakeBlockBoxes{shown});
        const render::IndexBox box =
            blocks ? blocks->boxes[render::block_of(run.shown().config, thread)] : render::IndexBox();
        if (box.any()) {
            block = box;
            words += box.low[2] == box.high[2] ? std::string(tr(", its block"))
                                               : tr_format("; this block's cells: {} to {}", box.low[2], box.high[2]);
        }
    }

    const float letters = look.measure(Face::mono, size_small, words).x, beside = look.px(8);
    const float upper = area.min.y + (model.presentation ? above(view) : look.px(header_height));
    // A smaller cube with its words at the side covers fewer slices.
    const ImVec2 usual{std::max(side, letters) + 2 * pad, side + line + 2 * pad};
    const ImVec2 flat{look.px(small_side) + beside + letters + 2 * pad, look.px(small_side) + 2 * pad};
    // A dragged cube does not move away from the mouse.
    if (!cube_.held) {
        const float edge = look.px(from_corner), gap = look.px(2);
        const std::vector<Area> cells = slices_on(render::plane_of(run, shown), camera_of(model, view), area);
        std::vector<Area> words = signs_[view];
        for (const Area& plate : plates_[view])
            words.push_back({{plate.min.x - gap, plate.min.y - gap}, {plate.max.x + gap, plate.max.y + gap}});
        if (const auto map = map_area(model, view, state_of(model, model, view))) words.push_back(*map);
        const Area free{{area.min.x + edge, upper + edge}, {area.max.x - edge, lower - edge}};
        const FreePlace large = free_place(cells, words, free, usual), small = free_place(cells, words, free, flat);
        cube_ = {large.covered > small.covered ? small.at : large.at, large.covered > small.covered};
    }
    const float cube_size = cube_.flat ? look.px(small_side) : side;
    const ImVec2 min = cube_.at, size = cube_.flat ? flat : usual;
    const ImVec2 max{min.x + size.x, min.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    plate(look, list, min, max);
    draw_sign(view, fmt::format("{} cube", name(view)), {min, max});
    const float left = cube_.flat ? 0 : (size.x - 2 * pad - side) / 2;
    const Drawing d = drawing_of(shape, {min.x + pad + left, min.y + pad}, cube_size);
    record_area(fmt::format("{} cube/drawing", name(view)), {d.front.x, min.y + pad},
                {d.front.x + cube_size, min.y + pad + cube_size});
    const float stroke = std::max(1.0f, look.px(1));
    const auto w = static_cast<float>(shape.width), h = static_cast<float>(shape.height),
               deep = static_cast<float>(shape.depth);
    draw_box(list, d, {0, 0, 0}, {w, h, deep}, 0, look.colors->muted, stroke);
    if (d.step[2] >= look.px(2))
        for (uint32_t i = 1; i < shape.depth; ++i) {
            const auto at = static_cast<float>(i);
            list.AddLine(d.at(0, 0, at), d.at(w, 0, at), look.colors->line, stroke);
            list.AddLine(d.at(w, 0, at), d.at(w, h, at), look.colors->line, stroke);
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
        list.AddQuad(d.at(0, 0, at), d.at(w, 0, at), d.at(w, h, at), d.at(0, h, at), look.colors->text, stroke);
        if (cell) {
            const ImVec2 dot = d.at(static_cast<float>(cell->x) + 0.5f, static_cast<float>(cell->y) + 0.5f, at);
            list.AddCircleFilled(dot, look.px(3.5f), look.colors->text);
            list.AddCircleFilled(dot, look.px(2), render::packed(render::palette::thread));
        }
    }
    ImGui::SetCursorScreenPos(cube_.flat ? ImVec2{min.x + pad + cube_size + beside, (min.y + max.y - line) / 2}
                                         : ImVec2{min.x + pad, max.y - pad - line + look.px(3)});
    text(look, words, {Face::mono, size_small, look.colors->muted});
    ImGui::SetCursorScreenPos(min);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##cube", {max.x - min.x, max.y - min.y});
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
        tooltip(look, tr_format("Drag through the volume for one slice; {} and {} step through them",
                                key_text(Action::slice_back), key_text(Action::slice_on)));
    cube_.held = ImGui::IsItemActive();
    if (!cube_.held) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos, from = d.at(0, h, 0), to = d.at(w, 0, deep);
    const float along = ((mouse.x - from.x) * (to.x - from.x) + (mouse.y - from.y) * (to.y - from.y)) /
                        ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
    const auto slice = static_cast<uint32_t>(std::clamp(along * deep, 0.0f, deep - 1));
    if (model.slice != slice) commands.push_back(SetSlice{slice});
}

} // namespace warpscope::ui
