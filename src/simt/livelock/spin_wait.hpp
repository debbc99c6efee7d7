// Detects warps that only wait for a lock or flag. Such a warp ends its time slice in a loop with atomics or loads that
// see other threads' stores. Either all registers and memory repeat, so that only another warp can end the loop, or the
// warp has stayed on one path for many slices.
#pragma once

#include <string>

#include "simt/livelock/iteration_recorder.hpp"
#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Runs one turn of a ready warp: a time slice, and then the other lanes' turn if its lanes wait for each other.
void run_turn(Warp& warp);
struct DeadlockCause {
    std::string text; // start of a sentence that ends with, e.g., "is done by no thread"
    Look look;        // the single place that the warp polls; no bytes if none or several
};
/// Returns why a warp is deadlocked. Moves the warp to the place where the finding is reported.
[[nodiscard]] DeadlockCause deadlock_cause(Warp& warp);
/// Returns the least certain state of all splits; Waiting::no if some would make progress.
[[nodiscard]] Waiting waiting_of(const Warp& warp);

} // namespace warpscope::simt
