// Loops in which a fence has every load see what others have stored: a thread can wait there with loads that have no
// order of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// By function of the module, whether it has a fence or calls one that has.
[[nodiscard]] std::vector<uint8_t> functions_with_fences(const Module& module);
/// By instruction, whether it is in one loop with a fence or with a call of one of `fencing`; empty when the function
/// has neither.
[[nodiscard]] std::vector<uint8_t> in_loops_with_fences(const Module& module, const Function& function,
                                                        const std::vector<uint8_t>& fencing);

} // namespace warpscope::ptx
