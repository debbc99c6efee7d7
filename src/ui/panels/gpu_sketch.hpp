// Preview of the GPU tab for machines without a GPU.
#pragma once

#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Shows no numbers, so that nobody takes the sketch for a measurement.
void gpu_sketch(const Look& look);

} // namespace warpscope::ui
