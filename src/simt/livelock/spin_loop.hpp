// Detects loops that a warp cannot leave by itself, by comparing state across iterations. Loops with a retry counter
// are not detected; the budget ends them.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Basic blocks per iteration. Unoptimized code has many calls.
inline constexpr uint32_t longest_spin_loop = 4096;

struct LoopSearch {
    uint32_t longest = longest_spin_loop;
    bool many_iterations = true; // also detect states that repeat after several iterations
};

/// Returns Waiting::for_time if time may end the loop. Iterations are real execution.
[[nodiscard]] Waiting find_loop(Warp& warp, LoopSearch search = {});
/// Moves a warp to the loop's place for findings. Returns false if it left the loop.
[[nodiscard]] bool go_to_top(Warp& warp);

} // namespace warpscope::simt
