#pragma once

#include <vector>

#include "base/drawing.hpp"

namespace warpscope::ui {

/// Moves the origin to the part's upper left corner.
[[nodiscard]] drawing::Picture cropped(drawing::Picture picture, const drawing::Rect& part);

[[nodiscard]] drawing::Picture stacked(std::vector<drawing::Picture> pictures);

} // namespace warpscope::ui
