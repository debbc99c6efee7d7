#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns 1 for each function that executes a fence, perhaps in a callee.
[[nodiscard]] std::vector<uint8_t> functions_with_fences(const Module& module);
/// Returns 1 for each instruction in a loop with a fence or a call of a function in `fencing`. Returns {} without any
/// fence.
[[nodiscard]] std::vector<uint8_t> in_loops_with_fences(const Module& module, const Function& function,
                                                        const std::vector<uint8_t>& fencing);

} // namespace warpscope::ptx
