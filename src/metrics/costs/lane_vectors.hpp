// Vector code in the machine's widest form.
#pragma once

#include <cstdint>

namespace warpscope::metrics {

struct LaneKernels {
    /// Compares address[i] - lowest with offset[i] where relevant[i] is all ones; otherwise it is zero.
    bool (*same_offsets)(const uint64_t* address, uint64_t lowest, const uint64_t* offset, const uint64_t* relevant);
    /// Counts distinct values. 32 values must be readable.
    uint32_t (*count_distinct)(const uint64_t* values, uint32_t count);
};

[[nodiscard]] const LaneKernels& lane_kernels();

} // namespace warpscope::metrics
