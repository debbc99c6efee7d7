// Volatile loads by which threads wait for each other. Found by looking at a function's instructions, before anything
// runs.
//
// Such a load lies in a basic block of a loop whose branch depends on what it reads: while (*flag == 0) {}. (A plain
// load there may be done once and for all before the loop, so that waiting for it is a bug.) Compilers take such loops
// apart, so two more kinds count. One is in a loop, too, and what it reads is used for nothing but to decide whether
// the loop goes on, in whatever block that is decided. The other is in front of a loop that waits for the same place,
// and decides whether the thread goes round the loop at all. One look at a flag that no loop follows is none of these:
// what it sees depends on who was faster, which a volatile variable changes nothing about.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/cfg.hpp"

namespace warpscope::ptx {

/// Returns whether the value of the load at `index` decides branches and nothing else, as that of a polled flag does.
[[nodiscard]] bool polls_flag(const Function& function, uint32_t index);

/// Returns the loads by which threads wait, as instructions of the function, ascending.
[[nodiscard]] std::vector<uint32_t> find_spin_loads(const Function& function, const ControlFlowGraph& graph);

} // namespace warpscope::ptx
