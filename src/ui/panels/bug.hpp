// Step-by-step explanation of an intentionally broken kernel.
#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

void bug_section(const Model& model, Commands& commands);

} // namespace warpscope::ui
