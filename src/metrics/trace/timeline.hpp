// Aligns the steps of a block's warps at block barriers.
#pragma once

#include <vector>

#include "metrics/results.hpp"

namespace warpscope::metrics {

/// Positions count warp instructions, not time.
struct TimelineStep {
    uint32_t step = 0;           // index in BlockTrace::steps
    uint32_t begin = 0, end = 0; // position p is instruction first_pc + p - begin
    simt::LaneMask active = 0;
    simt::LaneMask waiting = 0; // diverged lanes, active again later
    bool splits = false;        // ends in a divergent branch
    bool meets = false;         // starts with a reconvergence
};

struct TimelineWarp {
    std::vector<TimelineStep> steps;
    simt::LaneMask lanes = 0;
};

struct Timeline {
    std::vector<TimelineWarp> warps;
    std::vector<uint32_t> barriers; // positions after each block barrier
    uint32_t length = 0;
    bool truncated = false;

    /// Returns nullptr if the warp waits at a barrier or has ended.
    [[nodiscard]] const TimelineStep* at(uint32_t warp, double place) const;
};

[[nodiscard]] Timeline timeline_of(const BlockTrace& trace);

} // namespace warpscope::metrics
