#pragma once

#include <vector>

#include "base/drawing.hpp"

namespace warpscope::ui {

/// Makes the part's corner the origin.
[[nodiscard]] drawing::Picture cropped(drawing::Picture picture, const drawing::Rect& part);

[[nodiscard]] drawing::Picture stacked(std::vector<drawing::Picture> pictures);

} // namespace warpscope::ui
