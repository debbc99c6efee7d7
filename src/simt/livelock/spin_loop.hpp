// Detects loops that a warp cannot leave by itself: runs iterations and compares position, registers and stacks. Loops
// that change a register or memory each time, such as a retry counter, are not detected; the instruction budget ends
// them.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Maximum basic blocks per iteration. Unoptimized code has many calls.
inline constexpr uint32_t longest_spin_loop = 4096;

struct LoopSearch {
    uint32_t longest = longest_spin_loop; // maximum basic blocks per iteration
    bool many_iterations = true;          // also detect states that repeat after many iterations
};

/// Returns Waiting::surely in such a loop, Waiting::for_time if time may end it, otherwise Waiting::no. The iterations
/// are real execution.
[[nodiscard]] Waiting find_loop(Warp& warp, LoopSearch search = {});
/// Moves a warp in such a loop to the place where a finding is reported, the same for all warps in the loop. Returns
/// false if the warp left the loop.
[[nodiscard]] bool go_to_top(Warp& warp);

} // namespace warpscope::simt
