// Finds loops with a fence, in which plain loads can poll.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns one entry per function. Includes fences in callees.
[[nodiscard]] std::vector<uint8_t> functions_with_fences(const Module& module);
/// Returns per instruction whether it shares a loop with a fence, or with a call of a function in `fencing`. May be
/// empty.
[[nodiscard]] std::vector<uint8_t> in_loops_with_fences(const Module& module, const Function& function,
                                                        const std::vector<uint8_t>& fencing);

} // namespace warpscope::ptx
