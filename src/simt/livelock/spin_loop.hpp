// Detects loops that a warp cannot leave by itself, because its state repeats. Loops with a retry counter use up their
// budget.
#pragma once

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Maximum number of basic blocks per iteration. Unoptimized code has many calls.
inline constexpr uint32_t longest_spin_loop = 4096;

struct LoopSearch {
    uint32_t longest = longest_spin_loop;
    bool many_iterations = true; // also detects states that repeat after several iterations
};

/// Executes iterations to find out whether the warp only waits. Returns Waiting::for_time if time may end the loop.
[[nodiscard]] Waiting classify_loop(Warp& warp, LoopSearch search = {});
/// Executes the loop up to its first instruction, the place for findings. Returns false if the warp left the loop.
[[nodiscard]] bool go_to_top(Warp& warp);

} // namespace warpscope::simt
