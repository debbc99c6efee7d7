#include "metrics/lane_order.hpp"

#include <algorithm>

#include "metrics/each_lane.hpp"

namespace warpscope::metrics {
namespace {

template<class Clocks>
void join(Clocks& into, const Clocks& from) {
    for (size_t lane = 0; lane < into.size(); ++lane) into[lane] = std::max(into[lane], from[lane]);
}

} // namespace

void LaneOrder::begin(uint32_t warps) {
    warps_.clear();
    warps_.resize(warps);
}

LaneOrder::Lanes& LaneOrder::lanes_of(uint32_t warp) {
    if (!warps_[warp]) warps_[warp] = std::make_unique<Lanes>();
    return *warps_[warp];
}

void LaneOrder::sync(uint32_t warp, simt::LaneMask lanes, uint32_t clock) {
    Lanes& all = lanes_of(warp);
    Clocks together{};
    for_each_lane(lanes, [&](uint32_t lane) {
        join(together, all.known[lane]);
        together[lane] = clock;
    });
    for_each_lane(lanes, [&](uint32_t lane) { all.known[lane] = together; });
}

void LaneOrder::fence(uint32_t warp, simt::LaneMask lanes, uint32_t clock) {
    Lanes& all = lanes_of(warp);
    all.any_fence = true;
    for_each_lane(lanes, [&](uint32_t lane) {
        join(all.known[lane], all.waiting[lane]);
        all.waiting[lane] = {};
        all.fenced[lane] = all.known[lane];
        all.fenced[lane][lane] = clock;
    });
}

void LaneOrder::read(uint32_t warp, uint32_t lane, uint32_t place) {
    if (!warps_[warp] || !warps_[warp]->any_fence) return; // nobody can have given anything away
    Lanes& all = *warps_[warp];
    if (const auto found = all.places.find(place); found != all.places.end()) join(all.waiting[lane], found->second);
}

void LaneOrder::write(uint32_t warp, uint32_t lane, uint32_t place) {
    if (!warps_[warp] || !warps_[warp]->any_fence) return;
    Lanes& all = *warps_[warp];
    join(all.places[place], all.fenced[lane]);
}

} // namespace warpscope::metrics
