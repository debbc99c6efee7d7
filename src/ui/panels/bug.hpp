// Step-by-step explanation of an intentionally broken kernel.
#pragma once

#include <string_view>

#include "ui/model/model.hpp"

namespace warpscope::ui {

void bug_section(const Model& model, Commands& commands);
/// Returns whether texts may reveal the declared bug.
[[nodiscard]] bool is_bug_revealed(const Model& model);
/// Returns the line without a comment that reveals an untold bug.
[[nodiscard]] std::string_view untold_line(const Model& model, std::string_view line);

} // namespace warpscope::ui
