// Detects warps that only wait for a lock or flag: their loop repeats the warp's state (spin_loop.hpp), or stays on one
// path for many slices.
#pragma once

#include <string>

#include "simt/livelock/iteration_recorder.hpp"
#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Runs a time slice, then gives other splits the turn.
void run_turn(Warp& warp);
struct DeadlockCause {
    Message text; // a clause; abandon_block() adds that no thread can end the wait
    Poll poll;
};
[[nodiscard]] DeadlockCause deadlock_cause(Warp& warp);
/// Returns the least certain split's Waiting.
[[nodiscard]] Waiting waiting_of(const Warp& warp);

} // namespace warpscope::simt
