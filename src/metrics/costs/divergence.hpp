// The counters need no locks, because each warp has one worker.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "metrics/results.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

[[nodiscard]] uint64_t count_helpers(const LaunchConfig& config, const Ownership& ownership,
                                     const std::vector<WarpRecord>& warps);

class DivergenceCounter {
public:
    explicit DivergenceCounter(const LaunchConfig& config);

    [[nodiscard]] DivergenceCounter fork() const { return *this; }
    void count_warp(const simt::WarpEvent& event) {
        WarpRecord& warp = record(*event.warp);
        warp.instructions =
            static_cast<uint32_t>(std::min<uint64_t>(event.instructions, std::numeric_limits<uint32_t>::max()));
        warp.active_lanes = event.active_lanes;
        warp.divergent_branches = event.divergent_branches;
        if (event.active_lanes != event.instructions * warp_size) warp.kind = WarpClass::partly_idle;
    }
    void count_mask(const simt::WarpContext& warp, simt::LaneMask mask) {
        if (mask != all_lanes) record(warp).kind = WarpClass::partly_idle;
    }

    void count_shared_store(const simt::WarpContext& warp, simt::LaneMask mask) { record(warp).shared_stores |= mask; }

    /// Classifies the warps and adds up their counts. If `ownership` has no owner bits, classifies no warp as idle.
    /// Leaves simt_efficiency unset. Consumes the records.
    [[nodiscard]] Divergence take(const LaunchConfig& config, const Ownership& ownership);

private:
    static constexpr simt::LaneMask all_lanes = ~0u;
    [[nodiscard]] WarpRecord& record(const simt::WarpContext& warp) {
        return (*warps_)[warp.block * warps_per_block_ + warp.warp];
    }

    uint64_t warps_per_block_;
    std::shared_ptr<std::vector<WarpRecord>> warps_; // `kind` is final only after take()
};

} // namespace warpscope::metrics
