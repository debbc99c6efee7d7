// Vector code over the 32 addresses of a request, in the widest form that the running machine has.
#pragma once

#include <cstdint>

namespace warpscope::metrics {

struct LaneKernels {
    /// Returns whether address[i] - lowest == offset[i] wherever relevant[i] is all ones (elsewhere it is zero), for 32
    /// lanes.
    bool (*same_offsets)(const uint64_t* address, uint64_t lowest, const uint64_t* offset, const uint64_t* relevant);
    /// How many different values are among values[0 .. count). 32 values must be readable; the rest may hold anything.
    uint32_t (*count_distinct)(const uint64_t* values, uint32_t count);
};

/// Chosen once per process.
[[nodiscard]] const LaneKernels& lane_kernels();

} // namespace warpscope::metrics
