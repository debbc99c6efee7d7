#include <algorithm>
#include <cmath>

#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

float divided(const Model& model, float room, float share) {
    const float min_length = model.look.px(160);
    return std::round(std::clamp(room * share, std::min(min_length, room / 2), std::max(room - min_length, room / 2)));
}

float gap_of(const Model& model) { return std::round(model.look.px(splitter_width)); }

} // namespace

bool ViewGrid::hidden(const Model& model, size_t view) {
    if (view >= view_count(model)) return true;
    const std::optional<size_t> only = lone_view(model);
    return only && *only != view;
}

std::string_view ViewGrid::name(size_t view) {
    static constexpr std::array<std::string_view, max_views> names{"left", "right", "lower left", "lower right"};
    return names.at(view);
}

void ViewGrid::place(const Model& model, ImVec2 min, ImVec2 max, bool stacked) {
    columns_ = stacked ? 1 : 2;
    rows_ = stacked ? 2 : 1;
    const float gap = gap_of(model);
    const float first = divided(model, (stacked ? max.y - min.y : max.x - min.x) - gap, model.preferences->panes.split);
    if (stacked) {
        areas_[0] = {min, {max.x, min.y + first}};
        areas_[1] = {{min.x, min.y + first + gap}, max};
    } else {
        areas_[0] = {min, {min.x + first, max.y}};
        areas_[1] = {{min.x + first + gap, min.y}, max};
    }
    areas_[2] = areas_[0];
    areas_[3] = areas_[1];
}

void ViewGrid::place_four(const Model& model, ImVec2 min, ImVec2 max) {
    place(model, min, max, false);
    rows_ = 2;
    const float gap = gap_of(model), upper = divided(model, max.y - min.y - gap, model.preferences->panes.rows);
    for (size_t i = 0; i < max_views; ++i)
        if (i < columns_)
            areas_[i].max.y = min.y + upper;
        else
            areas_[i].min.y = min.y + upper + gap;
}

double ViewGrid::size_of_contents(const Model& model) const {
    double size = 0;
    for (size_t i = 0; i < scene::first_lower_view; ++i) {
        const render::Point area = areas_[i].size();
        const double one = form(model, i) == Form::cells ? fitted_to(model, *model.result, i).pixels_per_cell
                                                         : std::min(area.x, 3 * area.y);
        size += std::log(std::max(one, 1e-6));
    }
    return size;
}

void ViewGrid::lay_out(const Model& model, ImVec2 min, ImVec2 max) {
    if (hidden(model, 0) || hidden(model, 1)) {
        areas_.fill({min, max});
        columns_ = rows_ = 1;
        return;
    }
    if (view_count(model) > scene::first_lower_view) {
        place_four(model, min, max);
        return;
    }
    place(model, min, max, false);
    if (!model.result) return;
    constexpr double clearly = 0.1; // minimum gain of stacking
    const double beside = size_of_contents(model);
    place(model, min, max, true);
    if (size_of_contents(model) < beside + clearly) place(model, min, max, false);
}

void ViewGrid::splitters(const Model& model, ImVec2 min, ImVec2 max, Commands& commands) {
    const Look& look = model.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float stroke = std::max(1.0f, look.px(1));
    const auto between = [&](const char* label, ImVec2 from, ImVec2 to, bool vertical, Pane pane) {
        list.AddRectFilled(from, to, look.colors->panel);
        if (vertical) to.y -= below_;                // sliders cover the splitter's lower end
        if (model.still || model.bare_views) return; // a figure has a gap without a line
        const ImVec2 middle{std::floor((from.x + to.x) / 2), std::floor((from.y + to.y) / 2)};
        if (vertical)
            list.AddRectFilled({middle.x, from.y}, {middle.x + stroke, to.y}, look.colors->line);
        else
            list.AddRectFilled({from.x, middle.y}, {to.x, middle.y + stroke}, look.colors->line);
        const float moved = splitter(look, label, from, {to.x - from.x, to.y - from.y}, vertical);
        if (moved != 0) commands.push_back(ResizePane{pane, moved / (vertical ? max.x - min.x : max.y - min.y)});
    };
    const Area &first = areas_[0], &last = areas_[rows_ * columns_ - 1];
    if (columns_ == 2) between("##split views", {first.max.x, min.y}, {last.min.x, max.y}, true, Pane::split);
    if (rows_ == 2)
        between(columns_ == 2 ? "##split rows" : "##split views", {min.x, first.max.y}, {max.x, last.min.y}, false,
                columns_ == 2 ? Pane::rows : Pane::split);
}

} // namespace warpscope::ui
