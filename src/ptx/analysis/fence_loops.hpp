#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns which functions, or their callees, have a fence.
[[nodiscard]] std::vector<uint8_t> functions_with_fences(const Module& module);
/// Returns which instructions share a loop with a fence or a call of a function in `fencing`. Empty without fences.
[[nodiscard]] std::vector<uint8_t> in_loops_with_fences(const Module& module, const Function& function,
                                                        const std::vector<uint8_t>& fencing);

} // namespace warpscope::ptx
