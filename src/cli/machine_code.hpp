#pragma once

#include <string>

#include "cli/target.hpp"

namespace warpscope::cli {

/// Implements `warpscope check --sass`. Runs the kernel to count divergent branches, unless the target is a .ptx file.
/// Ignores `arch` and prints a note.
[[nodiscard]] Result<bool> check_machine_code(const TargetOptions& target, const std::string& arch);

} // namespace warpscope::cli
