// Finds loops that contain a fence. Plain loads can poll in such a loop.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// Returns by function whether it contains a fence, directly or through a call.
[[nodiscard]] std::vector<uint8_t> functions_with_fences(const Module& module);
/// Returns by instruction whether it shares a loop with a fence or a call of a function in `fencing`. Empty if the
/// function has neither.
[[nodiscard]] std::vector<uint8_t> in_loops_with_fences(const Module& module, const Function& function,
                                                        const std::vector<uint8_t>& fencing);

} // namespace warpscope::ptx
