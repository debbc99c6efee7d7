#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

void source_diff(const Model& model);

} // namespace warpscope::ui
