// What the GPU tab looks like where there is a GPU.
#pragma once

#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Drawings of the tab's three parts, each with what it tells; said to be drawings, without a number.
void gpu_sketch(const Look& look);

} // namespace warpscope::ui
