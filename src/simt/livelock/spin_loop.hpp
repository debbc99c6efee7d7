// Finds out whether a warp is in a loop that it will not leave by itself: goes round it, and compares where it is, its
// registers and its stacks, or those of them that decide how the loop goes on. Private to src/simt.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Basic blocks that one round of such a loop may execute: unoptimised code is full of calls.
inline constexpr uint32_t longest_spin_loop = 4096;

struct LoopSearch {
    uint32_t longest = longest_spin_loop; // basic blocks that may be executed in one round
    bool thorough = true;  // finds loops too in which registers and memory change that have no part in how they go on
    bool in_groups = true; // and, if thorough, those that only look and repeat after many rounds
};

/// Waiting::surely in such a loop, Waiting::for_time if time may end it; Waiting::no of all others. What the warp does
/// meanwhile is done as always.
[[nodiscard]] Waiting find_loop(Warp& warp, LoopSearch search = {});
/// Of a warp in such a loop: goes on to that place in it where a finding about the loop is to stand, the same one
/// wherever its warps have come to. False when the warp has left the loop.
[[nodiscard]] bool go_to_top(Warp& warp);

} // namespace warpscope::simt
