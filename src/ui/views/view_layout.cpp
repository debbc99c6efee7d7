// Where the views stand: side by side, one above the other, or one alone.
#include <algorithm>
#include <cmath>

#include "ui/views/view_pair.hpp"
#include "ui/views/view_parts.hpp"

namespace warpscope::ui {

bool ViewPair::hidden(const Model& model, size_t view) {
    const std::optional<size_t>& alone = model.preferences->panes.alone;
    return alone && *alone != view && !model.baseline.side_by_side;
}

void ViewPair::place(const Model& model, ImVec2 min, ImVec2 max, bool stacked) {
    stacked_ = stacked;
    const float gap = std::round(model.look.px(splitter_width)), least = model.look.px(160);
    const float room = (stacked ? max.y - min.y : max.x - min.x) - gap;
    const float first = std::round(
        std::clamp(room * model.preferences->panes.split, std::min(least, room / 2), std::max(room - least, room / 2)));
    if (stacked)
        areas_ = {{{min, {max.x, min.y + first}}, {{min.x, min.y + first + gap}, max}}};
    else
        areas_ = {{{min, {min.x + first, max.y}}, {{min.x + first + gap, min.y}, max}}};
}

double ViewPair::size_of_contents(const Model& model) const {
    double size = 0;
    for (size_t i = 0; i < areas_.size(); ++i) {
        const render::Point area = areas_[i].size();
        // A chart is worth its width, unless it is flat.
        const double one = form(model, i) == Form::cells ? fitted_to(model, *model.result, i).pixels_per_cell
                                                         : std::min(area.x, 3 * area.y);
        size += std::log(std::max(one, 1e-6));
    }
    return size;
}

void ViewPair::lay_out(const Model& model, ImVec2 min, ImVec2 max) {
    if (hidden(model, 0) || hidden(model, 1)) {
        areas_.fill({min, max});
        return;
    }
    place(model, min, max, false);
    if (!model.result) return;
    constexpr double clearly = 0.1; // together a tenth larger: else they stay side by side
    const double beside = size_of_contents(model);
    place(model, min, max, true);
    if (size_of_contents(model) < beside + clearly) place(model, min, max, false);
}

} // namespace warpscope::ui
