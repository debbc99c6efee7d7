#include "workbench/document/presented_code.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope::workbench {

namespace {

// Pictures' share of the width. Stacked pictures need less width than code.
constexpr float usual_pictures = 0.42f, narrowest_pictures = 0.28f;
constexpr float values_share = 0.46f; // of the height
constexpr float least_rows = 9;
constexpr float row_height = 20 / 13.5f; // in letter sizes

} // namespace

PresentedCode presented_code(const PresentedCodeRequest& request) {
    PresentedCode layout;
    const float columns = least_presented_columns + request.margin_columns;
    const auto largest_type = [&](float width) {
        return std::floor((width - request.margin) / (columns * request.letter));
    };
    const float least_code = request.margin + columns * request.letter * least_presented_type;
    float pictures = std::round(usual_pictures * request.width);
    if (request.width - pictures < least_code) pictures = std::floor(request.width - least_code);
    layout.pictures = pictures < narrowest_pictures * request.width ? 0 : pictures;
    layout.type = std::max(least_presented_type, std::min(request.type, largest_type(request.width - layout.pictures)));
    if (!request.has_values) return layout;
    // Stepping needs text and values, so letters shrink to make room for rows.
    const float room = request.height - request.heading - std::max(request.least_values, values_share * request.height);
    layout.type = std::max(least_presented_type, std::min(layout.type, std::floor(room / (least_rows * row_height))));
    const float least_text = request.heading + least_rows * layout.type * row_height;
    const float values = std::min(values_share * request.height, request.height - least_text);
    if (values >= request.least_values)
        layout.values = std::round(values);
    else
        layout.values_in_tab = true;
    return layout;
}

} // namespace warpscope::workbench
