// The lanes of a mask, one by one.
#pragma once

#include <bit>

#include "simt/events.hpp"

namespace warpscope::metrics {

template<class PerLane>
void for_each_lane(simt::LaneMask mask, PerLane&& per_lane) {
    for (simt::LaneMask rest = mask; rest != 0; rest &= rest - 1)
        per_lane(static_cast<uint32_t>(std::countr_zero(rest)));
}

} // namespace warpscope::metrics
