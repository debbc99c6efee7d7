#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Draws nothing if experiments differ or texts are equal.
void source_diff(const Model& model);

} // namespace warpscope::ui
