#pragma once

#include <vector>

#include "base/drawing.hpp"

namespace warpscope::ui {

/// Returns a part of the picture; its corner becomes the origin.
[[nodiscard]] drawing::Picture cropped(drawing::Picture picture, const drawing::Rect& part);

[[nodiscard]] drawing::Picture stacked(std::vector<drawing::Picture> pictures);

} // namespace warpscope::ui
