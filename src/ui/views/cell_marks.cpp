// Cells that a lesson lights up, or that were picked for it, over the pictures.
#include <algorithm>
#include <cmath>

#include "render/layout/cell_plane.hpp"
#include "ui/model/lesson/lesson_view.hpp"
#include "ui/views/view_grid.hpp"

namespace warpscope::ui {

namespace {

/// Cells beside each other in one row of the plane.
struct Stretch {
    int64_t x = 0, y = 0, width = 0;
};

std::vector<Stretch> stretches_of(const session::RunResult& run, const render::Content& content,
                                  const lesson::CellSet& set) {
    std::vector<Stretch> found;
    for (uint64_t cell = 0; cell < set.cells.size(); ++cell) {
        if (!set.cells[cell]) continue;
        const render::CellIndex at = render::place_of(run, content, cell);
        if (at.x < 0) continue;
        if (!found.empty() && found.back().y == at.y && found.back().x + found.back().width == at.x)
            ++found.back().width;
        else
            found.push_back({at.x, at.y, 1});
    }
    return found;
}

} // namespace

void ViewGrid::draw_marks(const Model& model, const LessonView& marks) {
    if (!model.result || model.result != marks.run) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 blue = IM_COL32(86, 180, 233, 255), dark = IM_COL32(0, 0, 0, 220), white = IM_COL32(255, 255, 255, 255);
    for (size_t view = 0; view < areas_.size(); ++view) {
        if (hidden(model, view) || form(model, view) != Form::cells) continue;
        const render::Content shown = content(model, view);
        if (shown.space == render::Space::launch || shown.space == render::Space::matrices) continue;
        const uint32_t buffer = render::buffer_of(*model.result, shown);
        const Area& area = areas_[view];
        const render::Camera camera = camera_of(model, view);
        const auto corner = [&](int64_t x, int64_t y) {
            const render::Point at = camera.to_pixel({static_cast<double>(x), static_cast<double>(y)}, area.size());
            return ImVec2{area.min.x + static_cast<float>(at.x), area.min.y + static_cast<float>(at.y)};
        };
        list.PushClipRect(area.min, area.max, true);
        // A frame that is seen from afar, also where a cell is hardly seen itself.
        const auto frame = [&](ImVec2 min, ImVec2 max) {
            const float grow = std::max(0.0f, (model.look.px(10) - (max.x - min.x)) / 2);
            min = {min.x - grow, min.y - grow};
            max = {max.x + grow, max.y + grow};
            list.AddRect(min, max, dark, 0, 0, model.look.px(6));
            list.AddRect(min, max, white, 0, 0, model.look.px(4));
            list.AddRect(min, max, blue, 0, 0, model.look.px(2));
        };
        if (marks.light && marks.light->buffer == buffer) {
            const bool framed = camera.pixels_per_cell >= 6;
            const std::vector<Stretch> lit = stretches_of(*model.result, shown, *marks.light);
            constexpr size_t few = 8;
            for (const Stretch& s : lit) {
                const ImVec2 min = corner(s.x, s.y), max = corner(s.x + s.width, s.y + 1);
                list.AddRectFilled(min, max, IM_COL32(86, 180, 233, 150));
                if (lit.size() <= few)
                    frame(min, max);
                else if (framed)
                    list.AddRect(min, max, blue, 0, 0, model.look.px(1.5f));
            }
        }
        if (marks.picked && marks.picked->buffer == buffer)
            for (const Stretch& s : stretches_of(*model.result, shown, *marks.picked))
                for (int64_t x = s.x; x < s.x + s.width; ++x) frame(corner(x, s.y), corner(x + 1, s.y + 1));
        list.PopClipRect();
    }
}

} // namespace warpscope::ui
