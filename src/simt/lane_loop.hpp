#pragma once

#include <bit>

#include "simt/events.hpp"

namespace warpscope::simt {

template<class F>
void for_each_lane(LaneMask mask, F&& function) {
    for (; mask != 0; mask &= mask - 1) function(static_cast<uint32_t>(std::countr_zero(mask)));
}

} // namespace warpscope::simt
