// Step-by-step explanation of an intentionally broken kernel.
#pragma once

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Draws nothing if the variant declares no bug. Call in the same window as bug_is_told().
void bug_section(const Model& model, Commands& commands);
/// Returns whether texts may reveal the declared bug.
[[nodiscard]] bool bug_is_told(const Model& model);

} // namespace warpscope::ui
