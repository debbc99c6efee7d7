// Finds out whether a warp does nothing but wait, for a lock or a flag: it came to the end of its time slice in a loop
// with atomics or with loads that see what others store, and either comes back to where it was with the same values in
// all registers and in memory (then it will do so until another warp changes memory), or has stayed on one path for
// many slices.
#pragma once

#include <string>

#include "simt/livelock/iteration_recorder.hpp"
#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// One turn of a warp that is ready: a time slice, and then, where its lanes wait for each other, the other lanes'
/// turn.
void run_turn(Warp& warp);
struct DeadlockCause {
    std::string text; // the beginning of a sentence that ends with "is done by no thread" or the like
    Look look;        // the one place that the warp looks at over and over; no bytes where there is none, or several
};
/// Of a warp that waits in vain. The warp is where a finding is to stand then.
[[nodiscard]] DeadlockCause deadlock_cause(Warp& warp);
/// Returns whether all warp splits of a warp wait: Waiting::no if some would do something else in their next turn.
[[nodiscard]] Waiting waiting_of(const Warp& warp);

} // namespace warpscope::simt
