// Finds out whether a warp is in a loop that it will not leave by itself: goes round it, and compares where it is, its
// registers and its stacks. Private to src/simt.
#pragma once

#include "simt/machine.hpp"

namespace warpscope::simt {

/// Basic blocks that one round of such a loop may execute: unoptimised code is full of calls.
inline constexpr uint32_t longest_idle_loop = 4096;

/// Waiting::surely in such a loop, Waiting::for_time if time may end it; Waiting::no of all others. What the warp does
/// meanwhile is done as always. `longest`: how many basic blocks it may execute in one round.
[[nodiscard]] Waiting find_loop(Warp& warp, uint32_t longest);
/// Of a warp in such a loop: goes on to that place in it where a finding about the loop is to stand, the same one
/// wherever its warps have come to. False when the warp has left the loop.
[[nodiscard]] bool go_to_top(Warp& warp);

} // namespace warpscope::simt
