// What the device can do at best, measured on it: the yardstick for a kernel's own figures.
#pragma once

#include "gpu/executor.hpp"

namespace warpscope::gpu {

struct Peaks {
    double bytes_per_second = 0;            // read and written by a copy of large arrays
    double float_operations_per_second = 0; // single precision, fused multiply-adds counted as two
};

/// Runs two small kernels of ours a few times; takes tens of milliseconds and half a gigabyte of the GPU's memory.
[[nodiscard]] Result<Peaks> measure_peaks(Executor& executor);

} // namespace warpscope::gpu
