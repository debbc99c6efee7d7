#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/layout/cell_plane.hpp"
#include "render/style/level_of_detail.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"

namespace warpscope::ui {

render::CellRect extent_shown(const session::RunResult& result, const render::Content& content) {
    if (content != render::Content(render::Space::output)) return render::extent_of(result, content);
    return render::extent_with_idle_threads(result.shown(), render::plane_of(result, content));
}

ViewGrid::Strips ViewGrid::strips(const Model& model, size_t view, const render::ViewState& state) const {
    if (state.camera.pixels_per_cell < double{model.look.px(render::zoom::values)}) return {};
    const render::CellRect data = extent_shown(*model.result, state.content());
    const render::Point size = areas_[view].size();
    const double top = state.camera.to_pixel({0, static_cast<double>(data.y)}, size).y;
    const double bottom = state.camera.to_pixel({0, static_cast<double>(data.y + data.height)}, size).y;
    const double above_data = model.presentation ? double{above(view)} : double{model.look.px(header_height)};
    const double below_data = double{below(view)} + double{model.look.px(legend_height)} * legend_stretch(model);
    constexpr double touch = 1; // tolerance
    return {.above = top < above_data - touch && bottom > 0,
            .below = bottom > size.y - below_data + touch && top < size.y};
}

void ViewGrid::upper_strip(const Model& model, size_t view) {
    const Area& area = areas_[view];
    const float end = std::round(area.min.y + (model.presentation ? above(view) : model.look.px(header_height)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.min, {area.max.x, end}, model.look.colors->view);
    list.AddRectFilled({area.min.x, end - std::max(1.0f, model.look.px(1))}, {area.max.x, end},
                       model.look.colors->line);
    ImGui::SetCursorScreenPos(area.min);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##upper strip", {area.max.x - area.min.x, std::max(1.0f, end - area.min.y)});
    record_area(fmt::format("{} upper strip", name(view)), area.min, {area.max.x, end});
}

} // namespace warpscope::ui
