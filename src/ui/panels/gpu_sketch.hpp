// Preview of the GPU tab for machines without a GPU.
#pragma once

#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Draws the tab's three parts with descriptions. Labels them as sketches and shows no numbers.
void gpu_sketch(const Look& look);

} // namespace warpscope::ui
