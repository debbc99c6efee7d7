#pragma once

#include <string>

#include "cli/target.hpp"

namespace warpscope::cli {

/// Implements `warpscope check --sass`. Runs the kernel, except from a .ptx file, to count divergent branches. `arch`
/// has no effect.
[[nodiscard]] Result<bool> check_machine_code(const TargetOptions& target, const std::string& arch);

} // namespace warpscope::cli
