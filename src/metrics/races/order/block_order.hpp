// What happens before what within one block: barriers and __syncwarp, as vector clocks of warps, and what FenceOrder
// adds.
//
// A warp's clock counts its synchronisations. An access carries the clock of its time; the rows of `known_` say up to
// which clock of every other warp a warp has been synchronised with. The hardware may run lanes of one warp apart, so
// these are ordered by block-wide barriers, and by what LaneOrder and FenceOrder know.
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
    /// Clocks stop here; accesses of that time count as ordered.
    static constexpr uint32_t last_clock = (1u << 18) - 1;

    void begin(uint64_t block, uint32_t warps);

    [[nodiscard]] uint32_t clock(uint32_t warp) const { return clocks_[warp]; }
    /// By warp: accesses with a smaller clock happen before what `warp` does now.
    [[nodiscard]] const std::vector<uint32_t>& known(uint32_t warp) const { return known_[warp]; }
    /// Accesses of all lanes of `warp`, or of `earlier`, with a smaller clock happen before what its lane `now` does.
    [[nodiscard]] uint32_t known_lanes(uint32_t warp) const { return whole_sync_[warp]; }
    [[nodiscard]] uint32_t known_lane(uint32_t warp, uint32_t earlier, uint32_t now) const {
        return std::max(whole_sync_[warp], lanes_.known(warp, earlier, now));
    }
    /// Returns whether lanes of `warp` may know different things of each other.
    [[nodiscard]] bool lanes_differ(uint32_t warp) const { return lanes_.differ(warp); }
    /// The accesses of `warp` up to now get a smaller clock than those to come.
    void advance(uint32_t warp);

    /// `warp` arrives at barrier `number`; `waits`: it will be ordered after all that arrive with it.
    void arrive(uint32_t warp, uint32_t number, bool waits);
    [[nodiscard]] bool waits(uint32_t warp) const { return waits_at_[warp] != no_barrier; }
    /// To be called at every event of a warp: if it waits at a barrier, then that barrier has let its warps go.
    /// Returns true when the barrier was one of all warps of the block, so that nothing before it matters any more.
    bool resume(uint32_t warp);
    void sync_lanes(uint32_t warp, simt::LaneMask lanes, bool whole_warp);
    /// `lanes` of `warp` pass a fence.
    void fence(uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// They are about to write in such a way that it releases.
    void release(uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// They have read in such a way that it acquires.
    void acquire(uint32_t warp, simt::LaneMask lanes, Reach reach);
    [[nodiscard]] FenceOrder& fences() { return fences_; }

    /// Returns whether an access of thread `earlier` (in the block) at `clock` happens before what thread `now` does
    /// now, by barriers and __syncwarp.
    [[nodiscard]] bool ordered(uint32_t earlier, uint32_t clock, uint32_t now) const;

private:
    struct Barrier {
        std::vector<uint32_t> known; // joined over the warps that arrived
        std::vector<uint32_t> waiting;
    };
    static constexpr uint32_t no_barrier = ~0u;

    std::vector<uint32_t> clocks_;
    std::vector<std::vector<uint32_t>> known_;
    std::vector<uint32_t> waits_at_;   // by warp: barrier or no_barrier
    std::vector<uint32_t> whole_sync_; // by warp: clock of the last sync of all its lanes
    LaneOrder lanes_;
    FenceOrder fences_;
    std::vector<Barrier> barriers_; // by number
};

} // namespace warpscope::metrics
