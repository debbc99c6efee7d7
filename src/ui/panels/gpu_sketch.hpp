// Preview of the GPU tab for machines without a GPU.
#pragma once

#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Labels the drawings as sketches and shows no numbers.
void gpu_sketch(const Look& look);

} // namespace warpscope::ui
