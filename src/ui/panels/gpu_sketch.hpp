#pragma once

#include "ui/style/style.hpp"

namespace warpscope::ui {

void gpu_sketch(const Look& look);

} // namespace warpscope::ui
