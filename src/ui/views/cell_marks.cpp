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

/// Marks over one view, clipped to it.
class Marks {
public:
    Marks(const Look& look, const ViewGrid::Area& area, const render::Camera& camera)
        : look_(look)
        , area_(area)
        , camera_(camera) {
        list_.PushClipRect(area.min, area.max, true);
    }
    ~Marks() { list_.PopClipRect(); }
    Marks(const Marks&) = delete;
    Marks& operator=(const Marks&) = delete;

    void light(const std::vector<Stretch>& lit) {
        constexpr size_t few = 8;
        const bool framed = camera_.pixels_per_cell >= 6;
        for (const Stretch& s : lit) {
            const ImVec2 min = corner(s.x, s.y), max = corner(s.x + s.width, s.y + 1);
            list_.AddRectFilled(min, max, IM_COL32(86, 180, 233, 150));
            if (lit.size() <= few)
                frame(s);
            else if (framed)
                list_.AddRect(min, max, blue, 0, 0, look_.px(1.5f));
        }
    }
    /// A frame that is seen from afar, also where a cell is hardly seen itself.
    void frame(const Stretch& s) {
        ImVec2 min = corner(s.x, s.y), max = corner(s.x + s.width, s.y + 1);
        const float grow = std::max(0.0f, (look_.px(10) - (max.x - min.x)) / 2);
        min = {min.x - grow, min.y - grow};
        max = {max.x + grow, max.y + grow};
        list_.AddRect(min, max, IM_COL32(0, 0, 0, 220), 0, 0, look_.px(6));
        list_.AddRect(min, max, IM_COL32(255, 255, 255, 255), 0, 0, look_.px(4));
        list_.AddRect(min, max, blue, 0, 0, look_.px(2));
    }

private:
    [[nodiscard]] ImVec2 corner(int64_t x, int64_t y) const {
        const render::Point at = camera_.to_pixel({static_cast<double>(x), static_cast<double>(y)}, area_.size());
        return {area_.min.x + static_cast<float>(at.x), area_.min.y + static_cast<float>(at.y)};
    }

    static constexpr ImU32 blue = IM_COL32(86, 180, 233, 255);
    const Look& look_;
    const ViewGrid::Area& area_;
    const render::Camera& camera_;
    ImDrawList& list_ = *ImGui::GetWindowDrawList();
};

} // namespace

void ViewGrid::draw_marks(const Model& model, const LessonView& marks) {
    if (!model.result || model.result != marks.run) return;
    if (marks.light) draw_lit(model, *marks.light, false);
    if (marks.picked) draw_lit(model, *marks.picked, true);
}

void ViewGrid::draw_lit(const Model& model, const lesson::CellSet& cells, bool picked) {
    for (size_t view = 0; view < areas_.size(); ++view) {
        if (hidden(model, view) || form(model, view) != Form::cells) continue;
        const render::Content shown = content(model, view);
        if (shown.space == render::Space::launch || shown.space == render::Space::matrices) continue;
        if (render::buffer_of(*model.result, shown) != cells.buffer) continue;
        const render::Camera camera = camera_of(model, view);
        Marks marks(model.look, areas_[view], camera);
        const std::vector<Stretch> stretches = stretches_of(*model.result, shown, cells);
        if (!picked) marks.light(stretches);
        for (const Stretch& s : stretches)
            for (int64_t x = s.x; picked && x < s.x + s.width; ++x) marks.frame({x, s.y, 1});
    }
}

} // namespace warpscope::ui
