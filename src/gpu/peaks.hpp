// Measured peak throughput.
#pragma once

#include "gpu/executor.hpp"

namespace warpscope::gpu {

struct Peaks {
    double bytes_per_second = 0;            // bytes read and written by a copy
    double float_operations_per_second = 0; // FP32; a fused multiply-add counts twice
};

/// Takes tens of milliseconds and half a gigabyte.
[[nodiscard]] Result<Peaks> measure_peaks(Executor& executor);

} // namespace warpscope::gpu
