// In which lines the kernels of two runs differ, line by line, for the tab Compare.
#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Of the pinned and the present run: nothing where they are of different experiments or have the same text.
void source_diff(const Model& model);

} // namespace warpscope::ui
