// How each warp of a launch went: instructions, active lanes, divergent branches.
//
// A warp belongs to one block and a block to one worker, so all workers write to one array without locks.
#pragma once

#include <algorithm>
#include <bit>
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
    void count_step(const simt::StepEvent& event) {
        WarpRecord& warp = record(*event.warp);
        const uint32_t instructions = event.end_pc - event.first_pc;
        warp.instructions += std::min(instructions, std::numeric_limits<uint32_t>::max() - warp.instructions);
        if (event.active == all_lanes) {
            warp.active_lanes += uint64_t{instructions} * warp_size;
            return;
        }
        if (event.active != last_mask_) {
            last_mask_ = event.active;
            last_lanes_ = static_cast<uint32_t>(std::popcount(event.active));
        }
        warp.active_lanes += uint64_t{instructions} * last_lanes_;
        warp.kind = WarpClass::partly_idle;
    }
    void count_branch(const simt::BranchEvent& event) {
        if (event.divergent()) ++record(*event.warp).divergent_branches;
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
    simt::LaneMask last_mask_ = 0;                   // and its number of lanes, so that it is seldom counted
    uint32_t last_lanes_ = 0;
};

} // namespace warpscope::metrics
