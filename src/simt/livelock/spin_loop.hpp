// Finds out whether a warp is in a loop that it will not leave by itself: goes round it, and compares its place, its
// registers and its stacks with what they were. Loops that change a register or memory in every iteration, a count of
// attempts, say, are not recognised: there the budget of instructions decides.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Basic blocks that one iteration of such a loop may execute: unoptimised code is full of calls.
inline constexpr uint32_t longest_spin_loop = 4096;

struct LoopSearch {
    uint32_t longest = longest_spin_loop; // basic blocks that may be executed in one iteration
    bool many_iterations = true;          // finds loops too whose state repeats after many of them
};

/// Returns Waiting::surely in such a loop, Waiting::for_time if time may end it; Waiting::no otherwise. What the warp
/// does meanwhile is done as always.
[[nodiscard]] Waiting find_loop(Warp& warp, LoopSearch search = {});
/// Of a warp in such a loop: goes on to that place in it where a finding about the loop is to stand, the same one
/// wherever its warps have come to. False when the warp has left the loop.
[[nodiscard]] bool go_to_top(Warp& warp);

} // namespace warpscope::simt
