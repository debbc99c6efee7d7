// `warpscope check --sass`: the machine code of a kernel.
#pragma once

#include <string>

#include "cli/target.hpp"

namespace warpscope::cli {

/// Prints the form of each branch in the machine code, registers, spills and instructions by source line, for the
/// device of
/// --model. Runs the kernel on the emulator to count divergent branches, except a .ptx file. `arch` has no effect.
[[nodiscard]] Result<bool> check_machine_code(const TargetOptions& target, const std::string& arch);

} // namespace warpscope::cli
