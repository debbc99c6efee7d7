// The life of a block's warps, step by step, placed so that barriers line up: what a timeline draws.
#pragma once

#include <vector>

#include "metrics/results.hpp"

namespace warpscope::metrics {

/// One step of one warp. Places count warp instructions; they are no time, since instructions take unequally long.
struct TimelineStep {
    uint32_t step = 0;           // in BlockTrace::steps
    uint32_t begin = 0, end = 0; // the instruction at `place` is first_pc + place - begin
    simt::LaneMask active = 0;
    simt::LaneMask waiting = 0; // lanes that are off here and on again later: diverged
    bool splits = false;        // the branch at its end sends the lanes two ways
    bool meets = false;         // lanes that were apart come together at its begin
};

struct TimelineWarp {
    std::vector<TimelineStep> steps;
    simt::LaneMask lanes = 0; // that were ever on
};

struct Timeline {
    std::vector<TimelineWarp> warps;
    std::vector<uint32_t> barriers; // places at which the warps go on after a barrier of the block, by epoch
    uint32_t length = 0;
    bool truncated = false;

    /// The step of `warp` at `place`; null where the warp waits at a barrier or has ended.
    [[nodiscard]] const TimelineStep* at(uint32_t warp, double place) const;
};

/// Every warp of an epoch begins it where the slowest warp of the epoch before has ended.
[[nodiscard]] Timeline timeline_of(const BlockTrace& trace);

} // namespace warpscope::metrics
