// The part of a drawing within a rectangle, and drawings one below the other.
#pragma once

#include <vector>

#include "base/drawing.hpp"

namespace warpscope::ui {

/// Moved so that the rectangle's corner is the origin.
[[nodiscard]] drawing::Picture cropped(drawing::Picture picture, const drawing::Rect& part);

/// One below the other.
[[nodiscard]] drawing::Picture stacked(std::vector<drawing::Picture> pictures);

} // namespace warpscope::ui
