// Detects loops that a warp cannot leave by itself: its state repeats. The budget ends loops with a retry counter.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Basic blocks per iteration. Unoptimized code has many calls.
inline constexpr uint32_t longest_spin_loop = 4096;

struct LoopSearch {
    uint32_t longest = longest_spin_loop;
    bool many_iterations = true; // also detects states that repeat after several iterations
};

/// Executes real iterations. Returns Waiting::for_time if time may end the loop.
[[nodiscard]] Waiting find_loop(Warp& warp, LoopSearch search = {});
/// Moves to the place for findings. Returns false if the warp left the loop.
[[nodiscard]] bool go_to_top(Warp& warp);

} // namespace warpscope::simt
