#pragma once

#include <vector>

#include "base/drawing.hpp"

namespace warpscope::ui {

/// Returns the part of a drawing, with the part's corner as the origin.
[[nodiscard]] drawing::Picture cropped(drawing::Picture picture, const drawing::Rect& part);

[[nodiscard]] drawing::Picture stacked(std::vector<drawing::Picture> pictures);

} // namespace warpscope::ui
