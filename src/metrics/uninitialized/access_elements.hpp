#pragma once

#include <algorithm>
#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::metrics {

inline constexpr uint32_t longest_vector = 32; // bytes

/// Visits the value of an access. Visits a bulk copy in parts, because it is larger than any vector.
template<class Visit>
void for_each_value(const simt::MemoryEvent& event, Visit&& visit) {
    constexpr uint32_t unit = 16;
    const uint32_t step = event.bytes > longest_vector ? unit : event.bytes;
    for (uint32_t offset = 0; offset < event.bytes; offset += step) visit(offset, std::min(step, event.bytes - offset));
}

} // namespace warpscope::metrics
