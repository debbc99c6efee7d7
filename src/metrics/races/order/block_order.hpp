// Happens-before within a block: FenceOrder, and a vector clock per warp, which barriers and __syncwarp() join.
//
// The clock of a warp counts its synchronizations. Lanes of a warp may run separately on hardware, so only block
// barriers, LaneOrder and FenceOrder order them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "metrics/races/order/fence_order.hpp"
#include "metrics/races/order/lane_order.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class BlockOrder {
public:
    /// Largest clock. Accesses at this clock count as ordered, because the clock cannot grow further.
    static constexpr uint32_t last_clock = (1u << 18) - 1;

    void begin(uint64_t block, uint32_t warps);

    [[nodiscard]] uint32_t clock(uint32_t warp) const { return clocks_[warp]; }
    /// Returns a clock per warp. Accesses of other warps at smaller clocks precede the next access of `warp`.
    [[nodiscard]] const std::vector<uint32_t>& known(uint32_t warp) const { return known_[warp]; }
    /// Returns a clock. Accesses of the warp at smaller clocks precede its next access.
    [[nodiscard]] uint32_t known_lanes(uint32_t warp) const { return whole_sync_[warp]; }
    /// Returns a clock. Accesses of lane `earlier` at smaller clocks precede the next access of lane `now`.
    [[nodiscard]] uint32_t known_lane(uint32_t warp, uint32_t earlier, uint32_t now) const {
        return std::max(whole_sync_[warp], lanes_.known(warp, earlier, now));
    }
    [[nodiscard]] bool lanes_differ(uint32_t warp) const { return lanes_.differ(warp); }
    void advance(uint32_t warp);

    /// Records that a warp arrives at barrier `number`. A warp that `waits` will be ordered after all arrivals.
    void arrive(uint32_t warp, uint32_t number, bool waits);
    [[nodiscard]] bool waits(uint32_t warp) const { return waits_at_[warp] != no_barrier; }
    /// Ends a warp's wait at a barrier. Call it at every event. Returns true if all warps took part.
    bool resume(uint32_t warp);
    void sync_lanes(uint32_t warp, simt::LaneMask lanes, bool whole_warp);
    void fence(uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// Must precede a releasing write.
    void release(uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// Must follow an acquiring read.
    void acquire(uint32_t warp, simt::LaneMask lanes, Reach reach);
    [[nodiscard]] FenceOrder& fences() { return fences_; }

    /// Returns whether barriers or __syncwarp() order an access of thread `earlier` at `clock` before the next access
    /// of thread `now`.
    [[nodiscard]] bool ordered(uint32_t earlier, uint32_t clock, uint32_t now) const {
        if (earlier == now || clock >= last_clock) return true;
        const uint32_t warp = now / warp_size;
        const uint32_t other = earlier / warp_size;
        if (warp != other) return clock < known_[warp][other];
        return clock < known_lane(warp, earlier % warp_size, now % warp_size);
    }

private:
    struct Barrier {
        std::vector<uint32_t> known;
        std::vector<uint32_t> waiting;
    };
    static constexpr uint32_t no_barrier = ~0u;

    std::vector<uint32_t> clocks_;
    std::vector<std::vector<uint32_t>> known_;
    std::vector<uint32_t> waits_at_;   // barrier or no_barrier, per warp
    std::vector<uint32_t> whole_sync_; // clock of the last sync of all lanes, per warp
    LaneOrder lanes_;
    FenceOrder fences_;
    std::vector<Barrier> barriers_;
};

} // namespace warpscope::metrics
