// Vector code, compiled for several instruction sets. The machine's widest one runs.
#pragma once

#include <cstdint>

namespace warpscope::metrics {

struct LaneKernels {
    /// Returns whether address[i] - lowest equals offset[i] in all relevant lanes i. relevant[i] must be ~0 in relevant
    /// lanes, otherwise 0.
    bool (*same_offsets)(const uint64_t* address, uint64_t lowest, const uint64_t* offset, const uint64_t* relevant);
    /// Reads 32 values even if `count` is smaller.
    uint32_t (*count_distinct)(const uint64_t* values, uint32_t count);
};

[[nodiscard]] const LaneKernels& lane_kernels();

} // namespace warpscope::metrics
