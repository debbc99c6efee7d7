#include "workbench/document/presented_code.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope::workbench {

namespace {

// Pictures' share of the width. Stacked pictures need less width than code.
constexpr float usual_pictures = 0.42f, narrowest_pictures = 0.28f;
constexpr float values_share = 0.46f; // of the height
constexpr float min_rows = 9;
constexpr float row_height = 20 / 13.5f; // in letter sizes

} // namespace

PresentedCode presented_code(const PresentedCodeRequest& request) {
    PresentedCode layout;
    const float columns = min_presented_columns + request.margin_columns;
    const auto largest_type = [&](float width) {
        return std::floor((width - request.margin) / (columns * request.letter));
    };
    const float min_code = request.margin + columns * request.letter * min_presented_type;
    float pictures = std::round(usual_pictures * request.width);
    if (request.width - pictures < min_code) pictures = std::floor(request.width - min_code);
    layout.pictures = pictures < narrowest_pictures * request.width ? 0 : pictures;
    layout.type = std::max(min_presented_type, std::min(request.type, largest_type(request.width - layout.pictures)));
    if (!request.has_values) return layout;
    // Stepping needs text and values, so letters shrink to make room for rows.
    const float room = request.height - request.heading - std::max(request.min_values, values_share * request.height);
    layout.type = std::max(min_presented_type, std::min(layout.type, std::floor(room / (min_rows * row_height))));
    const float min_text = request.heading + min_rows * layout.type * row_height;
    const float values = std::min(values_share * request.height, request.height - min_text);
    if (values >= request.min_values)
        layout.values = std::round(values);
    else
        layout.values_in_tab = true;
    return layout;
}

} // namespace warpscope::workbench
