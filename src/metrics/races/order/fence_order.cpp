#include "metrics/races/order/fence_order.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "metrics/races/order/block_order.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {
namespace {

constexpr uint64_t max_bytes = uint64_t{1} << 28;

/// Joins `from` into the clocks of many lanes. Computes the result once for neighboring lanes with equal clocks.
class JoinToMany {
public:
    explicit JoinToMany(const GridClocks& from)
        : from_(from) {}

    void operator()(std::array<GridClocks, warp_size>& into, simt::LaneMask lanes) {
        if (from_.empty()) return;
        simt::for_each_lane(lanes, [&](uint32_t lane) {
            if (into[lane].same(from_)) return;
            if (after_.empty() || !into[lane].same(before_)) {
                before_ = after_ = into[lane];
                after_.join(from_);
            }
            into[lane] = after_;
        });
    }

private:
    const GridClocks& from_;
    GridClocks before_, after_;
};

} // namespace

void ReleasedClocks::join(uint64_t from, const GridClocks& clocks) {
    if (clocks.empty()) return;
    all.join(clocks);
    if (block != from) {
        block = from;
        in_block = {};
    }
    in_block.join(clocks);
}

void FenceOrder::begin(uint64_t block, uint32_t warps) {
    block_ = block;
    version_ = 1;
    any_ = false;
    fences_.assign(warps, {});
    warps_.clear();
    warps_.resize(warps);
    barriers_.clear();
}

FenceOrder::Warp& FenceOrder::warp_of(uint32_t warp) {
    any_ = true;
    if (!warps_[warp]) warps_[warp] = std::make_unique<Warp>();
    return *warps_[warp];
}

void FenceOrder::fence(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach) {
    if (warps_[warp]) {
        Warp& state = *warps_[warp];
        const auto own = static_cast<size_t>(reach);
        learn(state, state.read[own], lanes);
        learn(state, state.last[own], lanes);
        // Drops reads of block scope: the device-wide reads include them. A fence of block scope leaves device-wide
        // reads pending.
        if (reach == Reach::device)
            simt::for_each_lane(lanes, [&](uint32_t lane) {
                state.last_place[lane] = nullptr;
                state.read[static_cast<size_t>(Reach::block)][lane] = {};
                state.last[static_cast<size_t>(Reach::block)][lane] = {};
            });
    }
    release(order, warp, lanes, reach);
}

void FenceOrder::acquire(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach) {
    if (warps_[warp]) learn(*warps_[warp], warps_[warp]->acquiring, lanes);
    release(order, warp, lanes, reach);
}

void FenceOrder::release(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach) {
    any_ = true;
    ++version_;
    const simt::LaneMask for_all = reach == Reach::device ? lanes : 0;
    const std::array<simt::LaneMask, reaches> passed{for_all, lanes};
    Fences& fences = fences_[warp];
    for (size_t r = 0; r < reaches; ++r) {
        for (Fence& earlier : fences.last) earlier.lanes[r] &= ~passed[r];
        if (passed[r] != 0) fences.latest[r] = order.clock(warp);
    }
    std::erase_if(fences.last, [](const Fence& one) { return (one.lanes[0] | one.lanes[1]) == 0; });
    for (simt::LaneMask rest = lanes; rest != 0;) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const simt::LaneMask alike = order.lanes_differ(warp) ? simt::LaneMask{1} << lane : rest;
        Fence& made = fences.last.emplace_back();
        made.lanes = {for_all & alike, alike};
        made.clock = order.clock(warp);
        made.by_warp = order.known(warp);
        made.by_warp[warp] = order.known_lanes(warp);
        for (uint32_t other = 0; other < warp_size; ++other) made.by_lane[other] = order.known_lane(warp, other, lane);
        rest &= ~alike;
    }
}

/// Acquires the clocks in `read` and clears them.
void FenceOrder::learn(Warp& warp, ByLane& read, simt::LaneMask lanes) {
    for (simt::LaneMask rest = lanes; rest != 0;) {
        const GridClocks from = read[static_cast<uint32_t>(std::countr_zero(rest))];
        simt::LaneMask same = 0;
        simt::for_each_lane(rest, [&](uint32_t lane) {
            if (read[lane].same(from)) same |= simt::LaneMask{1} << lane;
        });
        JoinToMany{from}(warp.acquired, same);
        simt::for_each_lane(same, [&](uint32_t lane) { read[lane] = {}; });
        rest &= ~same;
    }
}

const GridClocks& FenceOrder::released(const ReleasedClocks& place, Reach reach) const {
    static const GridClocks nothing;
    if (reach == Reach::device) return place.all;
    return place.block == block_ ? place.in_block : nothing;
}

void FenceOrder::read_to_acquire(uint32_t warp, uint32_t lane, const ReleasedClocks& place, Reach reach) {
    if (const GridClocks& clocks = released(place, reach); !clocks.empty()) warp_of(warp).acquiring[lane] = clocks;
}

void FenceOrder::read(uint32_t warp, uint32_t lane, const ReleasedClocks& place) {
    if (place.empty()) return;
    Warp& state = warp_of(warp);
    const bool again = state.last_place[lane] == &place;
    for (const Reach reach : {Reach::device, Reach::block}) {
        const auto r = static_cast<size_t>(reach);
        const GridClocks& clocks = released(place, reach);
        if (!again) {
            state.read[r][lane].join(state.last[r][lane]);
            state.last[r][lane] = clocks;
        } else if (reach == Reach::device) {
            state.last[r][lane] = clocks; // includes the clocks of earlier reads of the location
        } else {
            state.last[r][lane].join(clocks);
        }
    }
    state.last_place[lane] = &place;
}

void FenceOrder::take_ticket(uint32_t warp, uint32_t lane, const ReleasedClocks& place) {
    if (!place.empty()) warp_of(warp).tickets[lane] = place.all;
}

/// Returns the clocks that the lane releases. They cover accesses ordered before the lane's last fence. They also cover
/// other lanes' accesses before those lanes' fences, if ordered before the lane's next access.
BlockClocks FenceOrder::fenced(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched) const {
    BlockClocks clocks;
    clocks.giver = warp * warp_size + lane + 1;
    clocks.version = version_;
    BlockClocks::Warp& own_warp = clocks.lanes.emplace_back();
    own_warp.warp = warp;
    const std::vector<uint32_t>& known = order.known(warp);
    for (size_t r = 0; r < reaches; ++r) {
        const Fence* own = nullptr;
        std::array<uint32_t, warp_size> last{};
        for (const Fence& fence : fences_[warp].last) {
            if ((fence.lanes[r] >> lane & 1) != 0) own = &fence;
            simt::for_each_lane(fence.lanes[r], [&](uint32_t other) { last[other] = fence.clock; });
        }
        std::vector<uint32_t>& by_warp = clocks.by_warp[r];
        if (own != nullptr) by_warp = own->by_warp;
        by_warp.resize(fences_.size());
        for (uint32_t other = 0; other < fences_.size(); ++other)
            if (other != warp)
                by_warp[other] = std::max(by_warp[other], std::min(known[other], fences_[other].latest[r]));
        for (uint32_t other = 0; other < warp_size; ++other) {
            uint32_t& clock = own_warp.by_lane[r][other];
            if ((launched >> other & 1) == 0)
                clock = BlockClocks::no_lane;
            else if (other == lane)
                clock = last[other];
            else
                clock = std::max(own == nullptr ? 0 : own->by_lane[other],
                                 std::min(order.known_lane(warp, other, lane), last[other]));
        }
    }
    clocks.shorten();
    return clocks;
}

FenceOrder::Given& FenceOrder::given_by(const BlockOrder& order, uint32_t warp, uint32_t lane,
                                        simt::LaneMask launched) {
    Warp& state = warp_of(warp);
    Given& given = state.given[lane];
    if (given.version == version_) return given;
    given = {version_, state.acquired[lane], nullptr};
    BlockClocks own = fenced(order, warp, lane, launched);
    if (!own.empty()) given.clocks.join(block_, std::move(own));
    return given;
}

bool FenceOrder::gives(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched) {
    return any_ && !given_by(order, warp, lane, launched).clocks.empty();
}

void FenceOrder::write(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched,
                       ReleasedClocks& place) {
    if (!any_) return;
    Given& given = given_by(order, warp, lane, launched);
    if (given.last == &place) return;
    // Releases everything if clocks take too much memory: each thread may release at several bins of a histogram.
    if (GridClocks::bytes() < max_bytes)
        place.join(block_, given.clocks);
    else
        place.join(block_, GridClocks::everything());
    given.last = &place;
}

void FenceOrder::Gathered::add(const GridClocks& more) {
    if (more.same(added)) return;
    all.join(more);
    added = more;
}

void FenceOrder::gather(Together& into, const Warp& from, simt::LaneMask lanes) {
    simt::for_each_lane(lanes, [&](uint32_t lane) { into.acquired.add(from.acquired[lane]); });
    for (size_t r = 0; r < reaches; ++r) {
        simt::for_each_lane(lanes, [&](uint32_t lane) { into.read[r].add(from.read[r][lane]); });
        simt::for_each_lane(lanes, [&](uint32_t lane) { into.read[r].add(from.last[r][lane]); });
    }
}

void FenceOrder::sync_lanes(uint32_t warp, simt::LaneMask lanes) {
    if (!any_) return;
    ++version_;
    if (!warps_[warp]) return;
    Together together;
    gather(together, *warps_[warp], lanes);
    JoinToMany{together.acquired.all}(warps_[warp]->acquired, lanes);
    for (size_t r = 0; r < reaches; ++r) JoinToMany{together.read[r].all}(warps_[warp]->read[r], lanes);
}

void FenceOrder::arrive(uint32_t warp, uint32_t barrier) {
    if (!warps_[warp]) return;
    if (barrier >= barriers_.size()) barriers_.resize(barrier + size_t{1});
    Together& together = barriers_[barrier];
    gather(together, *warps_[warp], ~simt::LaneMask{0});
    for (GridClocks& ticket : warps_[warp]->tickets) together.acquired.add(std::exchange(ticket, {}));
}

void FenceOrder::resume(std::span<const uint32_t> warps, uint32_t barrier) {
    if (!any_) return;
    ++version_;
    if (barrier >= barriers_.size()) return;
    const Together together = std::exchange(barriers_[barrier], {});
    // All reads are in the device-wide clocks, so testing these suffices.
    if (together.acquired.all.empty() && together.read[static_cast<size_t>(Reach::device)].all.empty()) return;
    JoinToMany acquired(together.acquired.all);
    for (const uint32_t warp : warps) acquired(warp_of(warp).acquired, ~simt::LaneMask{0});
    for (size_t r = 0; r < reaches; ++r) {
        JoinToMany read(together.read[r].all);
        for (const uint32_t warp : warps) read(warp_of(warp).read[r], ~simt::LaneMask{0});
    }
}

} // namespace warpscope::metrics
