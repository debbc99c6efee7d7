// Happens-before through memory. A fence followed by a strong write releases; a strong read of the same location
// followed by a fence acquires. Orders blocks ("the last block sums up") and locks.
//
// Each lane acquires separately. Others learn it by meeting the lane at a barrier or __syncwarp(), or by acquiring its
// release. Simplifications of the memory model: src/metrics/README.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "metrics/races/order/tree_clock.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class BlockOrder;

/// Clocks released at a location.
struct ReleasedClocks {
    GridClocks all;
    uint64_t block = 0;  // last block that released
    GridClocks in_block; // releases that a reader's fence of block scope acquires

    [[nodiscard]] bool empty() const { return all.empty(); }
    void join(uint64_t from, const GridClocks& clocks);
    /// Joins clocks that one block released elsewhere.
    void join(const ReleasedClocks& other) { join(other.block, other.all); }
};

class FenceOrder {
public:
    void begin(uint64_t block, uint32_t warps);

    /// `order` belongs to the same block and has advanced the warp's clock.
    void fence(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    void release(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// Acquires only the operation's own read.
    void acquire(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// `place`: at a stable address.
    void read(uint32_t warp, uint32_t lane, const ReleasedClocks& place);
    /// Reads for the acquire() that follows.
    void read_to_acquire(uint32_t warp, uint32_t lane, const ReleasedClocks& place, Reach reach);
    /// Takes a ticket: after the next barrier the block knows the data released there. The standard requires a fence,
    /// but the pattern is taught without, and data that the block never read cannot be stale.
    void take_ticket(uint32_t warp, uint32_t lane, const ReleasedClocks& place);
    /// Returns whether the lane has anything to release; write() releases it.
    [[nodiscard]] bool gives(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched);
    void write(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched, ReleasedClocks& place);
    [[nodiscard]] const GridClocks& acquired(uint32_t warp, uint32_t lane) const {
        static const GridClocks nothing;
        return warps_[warp] ? warps_[warp]->acquired[lane] : nothing;
    }

    void sync_lanes(uint32_t warp, simt::LaneMask lanes);
    void arrive(uint32_t warp, uint32_t barrier);
    void resume(std::span<const uint32_t> warps, uint32_t barrier);

private:
    /// Fence passed by several lanes together.
    struct Fence {
        std::array<simt::LaneMask, reaches> lanes; // lanes whose last fence this is
        uint32_t clock = 0;                        // earlier accesses have smaller clocks
        /// Known clocks, per warp and per lane of the own warp.
        std::vector<uint32_t> by_warp;
        std::array<uint32_t, warp_size> by_lane;
    };
    struct Fences {
        std::vector<Fence> last;
        std::array<uint32_t, reaches> latest{};
    };
    /// Released clocks, valid for one `version`.
    struct Given {
        uint64_t version = 0;
        GridClocks clocks;
        const ReleasedClocks* last = nullptr; // last target; polling writes there repeatedly
    };
    using ByLane = std::array<GridClocks, warp_size>;
    struct Warp {
        ByLane acquired;
        std::array<ByLane, reaches> read; // effective from the lane's next fence of that reach on
        /// Location of each lane's last read; polling repeats it.
        std::array<const ReleasedClocks*, warp_size> last_place{};
        std::array<ByLane, reaches> last; // released there
        ByLane tickets;                   // released at tickets since the last barrier
        ByLane acquiring;                 // read by a pending acquire
        std::array<Given, warp_size> given;
    };
    /// Joined clocks of meeting lanes. Skips clocks equal to the last one, because neighbors mostly have equal clocks.
    struct Gathered {
        void add(const GridClocks& more);
        GridClocks all, added; // `added`: last clock
    };
    struct Together {
        Gathered acquired;
        std::array<Gathered, reaches> read;
    };

    Warp& warp_of(uint32_t warp);
    static void learn(Warp& warp, ByLane& read, simt::LaneMask lanes);
    [[nodiscard]] const GridClocks& released(const ReleasedClocks& place, Reach reach) const;
    static void gather(Together& into, const Warp& from, simt::LaneMask lanes);
    [[nodiscard]] Given& given_by(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched);
    [[nodiscard]] BlockClocks fenced(const BlockOrder& order, uint32_t warp, uint32_t lane,
                                     simt::LaneMask launched) const;

    uint64_t block_ = 0;
    uint64_t version_ = 1; // increases when the released clocks may change
    bool any_ = false;     // a fence was executed or released data were read
    std::vector<Fences> fences_;
    std::vector<std::unique_ptr<Warp>> warps_; // null while a warp has neither acquired nor released
    std::vector<Together> barriers_;
};

} // namespace warpscope::metrics
