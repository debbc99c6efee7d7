#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns for each function whether it or a callee has a fence.
[[nodiscard]] std::vector<uint8_t> functions_with_fences(const Module& module);
/// Returns for each instruction whether a loop contains it and a fence, or a call of a function in `fencing`. Empty
/// without fences.
[[nodiscard]] std::vector<uint8_t> in_loops_with_fences(const Module& module, const Function& function,
                                                        const std::vector<uint8_t>& fencing);

} // namespace warpscope::ptx
