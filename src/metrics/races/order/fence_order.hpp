// Happens-before through memory. A fence before a strong write releases earlier accesses; a strong read of the same
// location before a fence acquires them.
//
// Each lane acquires separately. Other lanes learn the clocks when they meet the lane at a barrier or __syncwarp(), or
// when they acquire its release. Simplifications of the memory model: src/metrics/README.md.
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

struct ReleasedClocks {
    GridClocks all;
    uint64_t block = 0;  // last block that released
    GridClocks in_block; // clocks that a fence of block scope acquires

    [[nodiscard]] bool empty() const { return all.empty(); }
    void join(uint64_t from, const GridClocks& clocks);
    void join(const ReleasedClocks& other) { join(other.block, other.all); }
};

class FenceOrder {
public:
    void begin(uint64_t block, uint32_t warps);

    /// `order` must belong to the same block. Call it after advancing the warp's clock.
    void fence(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    void release(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// Acquires the clocks that read_to_acquire() recorded.
    void acquire(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// Records a strong read. `place` must stay at its address.
    void read(uint32_t warp, uint32_t lane, const ReleasedClocks& place);
    /// Records an acquiring instruction's read, before acquire().
    void read_to_acquire(uint32_t warp, uint32_t lane, const ReleasedClocks& place, Reach reach);
    /// Records that a lane took a ticket. After the next barrier, the block knows the data released at the ticket's
    /// location.
    void take_ticket(uint32_t warp, uint32_t lane, const ReleasedClocks& place);
    /// Returns whether write() would release anything.
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
    struct Fence {
        std::array<simt::LaneMask, reaches> lanes; // lanes for which this is the last fence
        uint32_t clock = 0;                        // earlier accesses have smaller clocks
        /// Clocks known at the fence: by warp, and by lane of the fence's own warp.
        std::vector<uint32_t> by_warp;
        std::array<uint32_t, warp_size> by_lane;
    };
    struct Fences {
        std::vector<Fence> last;
        std::array<uint32_t, reaches> latest{};
    };
    /// Cached clocks that a lane releases. Valid for one `version_`.
    struct Given {
        uint64_t version = 0;
        GridClocks clocks;
        const ReleasedClocks* last = nullptr; // last written location; a repeated write to it releases nothing new
    };
    using ByLane = std::array<GridClocks, warp_size>;
    struct Warp {
        ByLane acquired;
        std::array<ByLane, reaches> read; // clocks that were read; the lane's next fence of that reach acquires them
        /// Location of each lane's last read, which a polling loop repeats.
        std::array<const ReleasedClocks*, warp_size> last_place{};
        std::array<ByLane, reaches> last; // clocks read at last_place
        ByLane tickets;                   // clocks read at tickets since the last barrier
        ByLane acquiring;                 // clocks read by a pending acquire
        std::array<Given, warp_size> given;
    };
    /// Joined clocks. Skips repeated ones, because neighboring lanes mostly have equal clocks.
    struct Gathered {
        void add(const GridClocks& more);
        GridClocks all, added; // `added`: latest argument of add()
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
