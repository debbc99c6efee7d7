#include "metrics/fence_order.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "metrics/block_order.hpp"
#include "metrics/each_lane.hpp"

namespace warpscope::metrics {
namespace {

/// Joins `from` into what `lanes` know: once for neighbours that know the same, who go on sharing it.
void join_lanes(std::array<GridClocks, warp_size>& into, simt::LaneMask lanes, const GridClocks& from) {
    if (from.empty()) return;
    const GridClocks* joined = nullptr;
    GridClocks before;
    for_each_lane(lanes, [&](uint32_t lane) {
        if (joined != nullptr && into[lane].same(before)) {
            into[lane] = *joined;
            return;
        }
        before = into[lane];
        into[lane].join(from);
        joined = &into[lane];
    });
}

} // namespace

void FenceOrder::begin(uint64_t block, uint32_t warps) {
    block_ = block;
    version_ = 1;
    any_ = false;
    warps_.clear();
    warps_.resize(warps);
    barriers_.clear();
}

FenceOrder::Warp& FenceOrder::warp_of(uint32_t warp) {
    any_ = true;
    if (!warps_[warp]) warps_[warp] = std::make_unique<Warp>();
    return *warps_[warp];
}

FenceOrder::Seen FenceOrder::seen_by(const BlockOrder& order, uint32_t warp, uint32_t lane) {
    Seen seen{order.known(warp), {}};
    for (uint32_t other = 0; other < warp_size; ++other) seen.by_lane[other] = order.known_lane(warp, other, lane);
    seen.by_warp[warp] = order.known_lanes(warp);
    return seen;
}

void FenceOrder::fence(const BlockOrder& order, uint32_t warp, simt::LaneMask lanes, Reach reach) {
    Warp& state = warp_of(warp);
    ++version_;
    acquire(state, lanes);
    std::shared_ptr<const Seen> seen;
    for_each_lane(lanes, [&](uint32_t lane) {
        if (!seen || order.lanes_differ(warp)) seen = std::make_shared<const Seen>(seen_by(order, warp, lane));
        for (const Reach each : {Reach::block, Reach::device})
            if (each == Reach::block || reach == Reach::device)
                state.fences[static_cast<size_t>(each)][lane] = {order.clock(warp), seen};
    });
    state.latest[static_cast<size_t>(Reach::block)] = order.clock(warp);
    if (reach == Reach::device) state.latest[static_cast<size_t>(Reach::device)] = order.clock(warp);
}

/// What the lanes have read is known to them from now on.
void FenceOrder::acquire(Warp& warp, simt::LaneMask lanes) {
    for (ByLane* const read : {&warp.read, &warp.last})
        for (simt::LaneMask rest = lanes; rest != 0;) {
            // Those that have read the same go together.
            const GridClocks from = (*read)[static_cast<uint32_t>(std::countr_zero(rest))];
            simt::LaneMask same = 0;
            for_each_lane(rest, [&](uint32_t lane) {
                if ((*read)[lane].same(from)) same |= simt::LaneMask{1} << lane;
            });
            join_lanes(warp.acquired, same, from);
            for_each_lane(same, [&](uint32_t lane) { (*read)[lane] = {}; });
            rest &= ~same;
        }
    for_each_lane(lanes, [&](uint32_t lane) { warp.last_place[lane] = nullptr; });
}

void FenceOrder::read(uint32_t warp, uint32_t lane, const GridClocks& place) {
    if (place.empty()) return;
    Warp& state = warp_of(warp);
    if (state.last_place[lane] != &place) state.read[lane].join(state.last[lane]);
    state.last_place[lane] = &place;
    state.last[lane] = place; // whatever was there earlier is part of it
}

/// What a lane has fenced of its block. Besides what came before its own last fence, that is what others fenced before
/// they met it.
BlockClocks FenceOrder::fenced(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched) const {
    BlockClocks clocks;
    BlockClocks::Warp& own_warp = clocks.lanes.emplace_back();
    own_warp.warp = warp;
    const std::vector<uint32_t>& known = order.known(warp);
    for (size_t r = 0; r < reaches; ++r) {
        const Seen* const seen = warps_[warp] ? warps_[warp]->fences[r][lane].seen.get() : nullptr;
        std::vector<uint32_t>& by_warp = clocks.by_warp[r];
        if (seen != nullptr) by_warp = seen->by_warp;
        by_warp.resize(warps_.size());
        for (uint32_t other = 0; other < warps_.size(); ++other)
            if (other != warp && warps_[other])
                by_warp[other] = std::max(by_warp[other], std::min(known[other], warps_[other]->latest[r]));
        for (uint32_t other = 0; other < warp_size; ++other) {
            uint32_t& clock = own_warp.by_lane[r][other];
            const uint32_t own = warps_[warp] ? warps_[warp]->fences[r][other].own : 0;
            if ((launched >> other & 1) == 0)
                clock = BlockClocks::no_lane;
            else if (other == lane)
                clock = own;
            else
                clock = std::max(seen == nullptr ? 0 : seen->by_lane[other],
                                 std::min(order.known_lane(warp, other, lane), own));
        }
    }
    clocks.shorten();
    return clocks;
}

const GridClocks& FenceOrder::released(const BlockOrder& order, uint32_t warp, uint32_t lane, simt::LaneMask launched) {
    static const GridClocks nothing;
    if (!any_) return nothing;
    Warp& state = warp_of(warp);
    if (state.version[lane] == version_) return state.released[lane];
    state.version[lane] = version_;
    state.released[lane] = state.acquired[lane];
    BlockClocks own = fenced(order, warp, lane, launched);
    if (!own.empty()) state.released[lane].join(block_, std::move(own));
    return state.released[lane];
}

void FenceOrder::gather(Together& into, const Warp& from, simt::LaneMask lanes) {
    for_each_lane(lanes, [&](uint32_t lane) {
        into.acquired.join(from.acquired[lane]);
        into.read.join(from.read[lane]);
        into.read.join(from.last[lane]);
    });
}

void FenceOrder::hand_out(const Together& from, Warp& into, simt::LaneMask lanes) {
    join_lanes(into.acquired, lanes, from.acquired);
    join_lanes(into.read, lanes, from.read);
}

void FenceOrder::sync_lanes(uint32_t warp, simt::LaneMask lanes) {
    if (!any_) return;
    ++version_;
    if (!warps_[warp]) return;
    Together together;
    gather(together, *warps_[warp], lanes);
    hand_out(together, *warps_[warp], lanes);
}

void FenceOrder::arrive(uint32_t warp, uint32_t barrier) {
    if (!warps_[warp]) return;
    if (barrier >= barriers_.size()) barriers_.resize(barrier + size_t{1});
    gather(barriers_[barrier], *warps_[warp], ~simt::LaneMask{0});
}

void FenceOrder::resume(std::span<const uint32_t> warps, uint32_t barrier) {
    if (!any_) return;
    ++version_;
    if (barrier >= barriers_.size()) return;
    const Together together = std::exchange(barriers_[barrier], {});
    if (together.acquired.empty() && together.read.empty()) return;
    for (const uint32_t warp : warps) hand_out(together, warp_of(warp), ~simt::LaneMask{0});
}

} // namespace warpscope::metrics
