// The museum's steps, a part of LAUNCH.
#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Nothing for a variant that declares no bug. To be drawn in the same window as bug_is_told() is asked in.
void bug_section(const Model& model, Commands& commands);
/// Returns whether what would give a declared bug away may be said.
[[nodiscard]] bool bug_is_told(const Model& model);

} // namespace warpscope::ui
