#include <algorithm>
#include <cmath>

#include "render/style/level_of_detail.hpp"
#include "render/style/palette.hpp"
#include "ui/views/cell_stretches.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"

namespace warpscope::ui {

namespace {

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

    void light(const Stretches& lit) {
        constexpr size_t few = 8;
        constexpr float fill_over_numbers = 0.12f;
        const bool has_numbers = camera_.pixels_per_cell >= look_.px(static_cast<float>(render::zoom::values));
        const float fill = has_numbers ? fill_over_numbers : render::fill::lit;
        const bool framed = camera_.pixels_per_cell >= 6;
        const render::Point first = camera_.to_plane({0, 0}, area_.size()),
                            end = camera_.to_plane(area_.size(), area_.size());
        const bool all = lit.all.size() <= few;
        if (!all && !framed) frame_together(lit, {end.x - first.x, end.y - first.y});
        for (const Stretch& s : all ? std::span(lit.all) : lit.in_rows(first.y, end.y)) {
            const CellBox box = box_of(s, lit.side);
            if (!all && (box.x >= end.x || box.x + box.width <= first.x)) continue;
            const ImVec2 min = corner(box.x, box.y), max = corner(box.x + box.width, box.y + box.height);
            list_.AddRectFilled(min, max, lit_color(fill * static_cast<float>(s.quarters) / 4));
            if (all)
                frame(box, lit_color(1));
            else if (framed)
                list_.AddRect(min, max, lit_color(1), 0, 0, look_.px(1.5f));
        }
    }
    void pick(const Stretches& picked) {
        for (const Stretch& s : picked.all)
            for (int64_t x = s.x; x < s.x + s.width; ++x) frame(box_of({x, s.y, 1}, 1), IM_COL32(86, 180, 233, 255));
    }

private:
    struct CellBox {
        double x = 0, y = 0, width = 0, height = 0;
    };
    static CellBox box_of(const Stretch& s, int64_t side) {
        const auto each = static_cast<double>(side);
        return {static_cast<double>(s.x) * each, static_cast<double>(s.y) * each, static_cast<double>(s.width) * each,
                each};
    }
    void frame_together(const Stretches& lit, render::Point seen) {
        CellBox whole = box_of(lit.all.front(), lit.side);
        for (const Stretch& s : lit.all) {
            const CellBox box = box_of(s, lit.side);
            const double right = std::max(whole.x + whole.width, box.x + box.width),
                         bottom = std::max(whole.y + whole.height, box.y + box.height);
            whole.x = std::min(whole.x, box.x);
            whole.y = std::min(whole.y, box.y);
            whole.width = right - whole.x;
            whole.height = bottom - whole.y;
        }
        constexpr double small_part = 0.2;
        if (whole.width * whole.height < small_part * seen.x * seen.y) frame(whole, lit_color(1));
    }
    void frame(const CellBox& box, ImU32 color) {
        ImVec2 min = corner(box.x, box.y), max = corner(box.x + box.width, box.y + box.height);
        const float grow = std::max(0.0f, (look_.px(10) - (max.x - min.x)) / 2);
        min = {min.x - grow, min.y - grow};
        max = {max.x + grow, max.y + grow};
        list_.AddRect(min, max, IM_COL32(0, 0, 0, 220), 0, 0, look_.px(6));
        list_.AddRect(min, max, IM_COL32(255, 255, 255, 255), 0, 0, look_.px(4));
        list_.AddRect(min, max, color, 0, 0, look_.px(2));
    }
    [[nodiscard]] ImVec2 corner(double x, double y) const {
        const render::Point at = camera_.to_pixel({x, y}, area_.size());
        return {area_.min.x + static_cast<float>(at.x), area_.min.y + static_cast<float>(at.y)};
    }

    /// Must differ from the selection's color.
    static ImU32 lit_color(float opacity) {
        constexpr render::Color c = render::palette::green;
        return IM_COL32(c.r, c.g, c.b, static_cast<int>(std::lround(255 * opacity)));
    }

    const Look& look_;
    const ViewGrid::Area& area_;
    const render::Camera& camera_;
    ImDrawList& list_ = *ImGui::GetWindowDrawList();
};

} // namespace

std::shared_ptr<const insight::CellSet> ViewGrid::cells_of_orders(const Model& model) {
    const auto& found = model.orders.found;
    const bool is_shown =
        found && found->run == model.result && model.drawer_open && model.preferences->tab == Tab::findings;
    return is_shown ? found->cells : nullptr;
}

const insight::CellSet* ViewGrid::lit_in(const Model& model, size_t view) const {
    const LessonView* marks = model.lesson;
    if (!model.result) return nullptr;
    if (marks == nullptr) {
        if (of_baseline(model, view)) return nullptr;
        if (const auto cells = cells_of_orders(model); cells && marked_in(model, view, *cells)) return cells.get();
        const InputPainting& painting = model.painting;
        if (painting.changed && painting.changed_in == model.result && painting.changed->cells &&
            marked_in(model, view, *painting.changed->cells))
            return painting.changed->cells.get();
        const bool meets = model.meeting && model.meeting->run == model.result && model.meeting->cells &&
                           marked_in(model, view, *model.meeting->cells);
        return meets ? model.meeting->cells.get() : nullptr;
    }
    const bool pinned = of_baseline(model, view);
    const auto& cells = pinned ? marks->highlighted_in_other_run : marks->highlighted;
    const bool of_run = pinned ? model.baseline.result == marks->beside : model.result == marks->run;
    return cells && of_run && marked_in(model, view, *cells) ? cells.get() : nullptr;
}

bool ViewGrid::marked_in(const Model& model, size_t view, const insight::CellSet& cells) const {
    if (hidden(model, view) || form(model, view) != Form::cells) return false;
    const session::RunResult& run = run_of(model, *model.result, view);
    const render::Content shown = content(model, run, view);
    if (shown.space == render::Space::launch || shown.space == render::Space::matrices) return false;
    return render::buffer_of(run, shown) == cells.buffer;
}

void ViewGrid::draw_marks(const Model& model, size_t view) {
    if (!model.result) return;
    const bool pinned = of_baseline(model, view);
    const LessonView* const marks = model.lesson;
    const bool has_answers = marks != nullptr && model.result == marks->run;
    if (pinned) {
        if (has_answers && marks->highlighted_in_other_run && model.baseline.result == marks->beside)
            draw_cells(model, view, marks->highlighted_in_other_run, false);
        return;
    }
    if (has_answers && marks->highlighted) draw_cells(model, view, marks->highlighted, false);
    if (has_answers && marks->picked) draw_cells(model, view, marks->picked, true);
    if (const auto cells = cells_of_orders(model)) draw_cells(model, view, cells, false);
    if (model.meeting && model.meeting->run == model.result && model.meeting->cells)
        draw_cells(model, view, model.meeting->cells, false);
    const InputPainting& painting = model.painting;
    if (painting.changed && painting.changed_in == model.result && painting.changed->cells)
        draw_cells(model, view, painting.changed->cells, false);
}

void ViewGrid::draw_cells(const Model& model, size_t view, const std::shared_ptr<const insight::CellSet>& cells,
                          bool picked) {
    if (!marked_in(model, view, *cells)) return;
    const session::RunResult& run = run_of(model, *model.result, view);
    const render::Content shown = content(model, run, view);
    const render::Camera camera = camera_of(model, view);
    Marks marks(model.look, areas_[view], camera);
    const int64_t side = picked ? 1 : square_side(camera.pixels_per_cell);
    const Stretches& stretches =
        stretches_->get(of_baseline(model, view) ? model.baseline.result : model.result, shown, cells, side);
    if (picked)
        marks.pick(stretches);
    else
        marks.light(stretches);
}

} // namespace warpscope::ui
