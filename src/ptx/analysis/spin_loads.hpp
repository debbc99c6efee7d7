// Finds volatile loads that poll a flag.
//
// - In a loop: the branch at the end of the basic block depends on the value, or the value only decides whether the
//   loop continues.
// - Before a loop that polls the same location: the value only decides whether the loop is entered (loop peeling).
//
// Plain loads never count: the compiler may hoist them.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/cfg.hpp"

namespace warpscope::ptx {

[[nodiscard]] bool polls_flag(const Function& function, uint32_t index);

[[nodiscard]] std::vector<uint32_t> find_spin_loads(const Function& function, const ControlFlowGraph& graph);

} // namespace warpscope::ptx
