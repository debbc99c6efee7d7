#include "metrics/races/order/lane_order.hpp"
#include "simt/lane_loop.hpp"

#include <algorithm>

namespace warpscope::metrics {

void LaneOrder::begin(uint32_t warps) {
    warps_.clear();
    warps_.resize(warps);
}

void LaneOrder::sync(uint32_t warp, simt::LaneMask lanes, uint32_t clock) {
    if (!warps_[warp]) warps_[warp] = std::make_unique<std::array<Clocks, warp_size>>();
    std::array<Clocks, warp_size>& known = *warps_[warp];
    Clocks together{};
    simt::for_each_lane(lanes, [&](uint32_t lane) {
        for (uint32_t other = 0; other < warp_size; ++other)
            together[other] = std::max(together[other], known[lane][other]);
        together[lane] = clock;
    });
    simt::for_each_lane(lanes, [&](uint32_t lane) { known[lane] = together; });
}

} // namespace warpscope::metrics
