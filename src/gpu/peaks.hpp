#pragma once

#include "gpu/executor.hpp"

namespace warpscope::gpu {

struct Peaks {
    double bytes_per_second = 0;            // copy bandwidth: bytes read plus bytes written
    double float_operations_per_second = 0; // FP32; fused multiply-adds count twice
};

/// Takes tens of milliseconds and half a gigabyte.
[[nodiscard]] Result<Peaks> measure_peaks(Executor& executor);

} // namespace warpscope::gpu
