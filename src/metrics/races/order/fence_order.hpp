// What happens before what through memory, for the threads of one block: a fence and then a strong write release, a
// strong read of the same place and then a fence acquire. An operation that releases counts as the first of these
// fences, one that acquires as the second, but for nothing that was read before. This is what orders blocks ("the last
// block adds up"), and locks within a block.
//
// What a lane has acquired is its own. Others have it by meeting that lane at a barrier or a __syncwarp(), or by
// acquiring what it releases; and what was read or fenced before they met counts for those who fence or write after.
// Simpler than the memory model: a fence acquires whatever its reach, what releases or acquires counts as a fence for
// what the lane writes later, and a fence by one lane covers all lanes of its warp for other warps that meet it at a
// barrier. Where what has been released takes more than 256 MB, who acquires what is released from then on is taken to
// know everything, so that races may go unnoticed.
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

class FenceOrder {
public:
    void begin(uint64_t block, uint32_t warps);

    /// `lanes` have passed a fence that holds for threads of the block only, or for all. `order`: of the same block,
    /// where the warp's clock has advanced for the fence.
    void fence(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// The half of that which an atomic operation brings along that releases: what the lanes have read remains unknown.
    void release(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// The same of one that acquires: of what the lanes have read, they know what that operation read. For what they do
    /// later it counts as a fence.
    void acquire(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach);
    /// A lane reads a place atomically, or by a volatile or relaxed access. `place`: what has been released there,
    /// which stays where it is. `acquires`: acquire() follows.
    void read(uint32_t warp, uint32_t lane, const GridClocks& place, bool acquires = false);
    /// The same by which a lane learns whether it is the last to come: it and others of its block know what was
    /// released there behind the next barrier, without a fence. By the book it takes one; but so it is taught, and what
    /// no thread of the block has read before cannot be outdated.
    void take_ticket(uint32_t warp, uint32_t lane, const GridClocks& place);
    /// Returns whether a lane of `launched` gives anything away by writing in such a way; and it does so, to `place`.
    [[nodiscard]] bool gives(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched);
    void write(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched, GridClocks& place);
    /// What a lane knows by all this.
    [[nodiscard]] const GridClocks& acquired(uint32_t warp, uint32_t lane) const {
        static const GridClocks nothing;
        return warps_[warp] ? warps_[warp]->acquired[lane] : nothing;
    }

    void sync_lanes(uint32_t warp, simt::LaneMask lanes);
    /// `warp` arrives at a barrier; and `warps` go on, at which the barrier is as good as new.
    void arrive(uint32_t warp, uint32_t barrier);
    void resume(std::span<const uint32_t> warps, uint32_t barrier);

private:
    /// A fence that lanes passed together.
    struct Fence {
        std::array<simt::LaneMask, reaches> lanes; // whose last one it is
        uint32_t clock = 0;                        // what the lanes did before it comes before the fence
        /// What they knew then, by warp and by lane of their own.
        std::vector<uint32_t> by_warp;
        std::array<uint32_t, warp_size> by_lane;
    };
    struct Fences {
        std::vector<Fence> last;
        std::array<uint32_t, reaches> latest{}; // clock of the last one by any lane
    };
    /// What a lane gives away by a strong write, as long as `version` holds.
    struct Given {
        uint64_t version = 0;
        GridClocks clocks;
        const GridClocks* last = nullptr; // the place that it was given to last: one that waits may write there, too
    };
    using ByLane = std::array<GridClocks, warp_size>;
    /// What a warp has to do with others.
    struct Warp {
        ByLane acquired;
        ByLane read; // good from the lane's next fence on
        /// A place read last, by lane: one that waits reads it over and over.
        std::array<const GridClocks*, warp_size> last_place{};
        ByLane last;      // what was released there
        ByLane tickets;   // what was released where it took one, since the last barrier
        ByLane acquiring; // read by an operation that acquires, until it has
        std::array<Given, warp_size> given;
    };
    /// What several know, of whom neighbours mostly know the same.
    struct Gathered {
        void add(const GridClocks& more);
        GridClocks all, added; // `added`: last
    };
    struct Together {
        Gathered acquired, read;
    };

    Warp& warp_of(uint32_t warp);
    static void learn(Warp& warp, ByLane& read, simt::LaneMask lanes);
    static void gather(Together& into, const Warp& from, simt::LaneMask lanes);
    [[nodiscard]] Given& given_by(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched);
    [[nodiscard]] BlockClocks fenced(const BlockOrder& order, uint32_t warp, uint32_t lane,
                                     simt::LaneMask launched) const;

    uint64_t block_ = 0;
    uint64_t version_ = 1;                     // changes when what is given away may change
    bool any_ = false;                         // a fence was executed, or released data were read
    std::vector<Fences> fences_;               // by warp
    std::vector<std::unique_ptr<Warp>> warps_; // null while a warp has neither acquired nor released
    std::vector<Together> barriers_;           // by number
};

} // namespace warpscope::metrics
