// How each warp of a launch went: instructions, active lanes, divergent branches.
//
// A warp belongs to one block and a block to one worker, so all workers write to one array without locks.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "metrics/results.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class DivergenceCounter {
public:
    explicit DivergenceCounter(const LaunchConfig& config);

    /// For another worker; the array of warps is shared.
    [[nodiscard]] DivergenceCounter fork() const { return *this; }
    void count_warp(const simt::WarpEvent& event) {
        WarpRecord& warp = record(*event.warp);
        warp.instructions =
            static_cast<uint32_t>(std::min<uint64_t>(event.instructions, std::numeric_limits<uint32_t>::max()));
        warp.active_lanes = event.active_lanes;
        warp.divergent_branches = event.divergent_branches;
        if (event.active_lanes != event.instructions * warp_size) warp.kind = WarpClass::partly_idle;
    }
    /// Lanes that an instruction did not execute, whatever the reason.
    void count_mask(const simt::WarpContext& warp, simt::LaneMask mask) {
        if (mask != all_lanes) record(warp).kind = WarpClass::partly_idle;
    }

    /// The records with their classes, and the sums over them; simt_efficiency is left at zero. `ownership` says which
    /// threads own a cell; without owner bits no warp counts as idle. Takes the records away.
    [[nodiscard]] Divergence take(const LaunchConfig& config, const Ownership& ownership);

private:
    static constexpr simt::LaneMask all_lanes = ~0u;
    [[nodiscard]] WarpRecord& record(const simt::WarpContext& warp) {
        return (*warps_)[warp.block * warps_per_block_ + warp.warp];
    }

    uint64_t warps_per_block_;
    std::shared_ptr<std::vector<WarpRecord>> warps_; // kind: converged or partly_idle until take()
};

} // namespace warpscope::metrics
