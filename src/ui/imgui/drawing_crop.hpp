// The part of a drawing within a rectangle.
#pragma once

#include "base/drawing.hpp"

namespace warpscope::ui {

/// Moved so that the rectangle's corner is the origin.
[[nodiscard]] drawing::Picture cropped(drawing::Picture picture, const drawing::Rect& part);

} // namespace warpscope::ui
