// Published peak figures of GPUs, for rooflines. Not measured: makers' data sheets.
#pragma once

#include <span>
#include <string_view>

namespace warpscope::analysis {

struct DevicePeaks {
    std::string_view name;
    double tflops = 0;      // FP32 outside tensor units, 10^12 operations per second
    double gigabytes = 0;   // memory bandwidth, 10^9 bytes per second
    std::string_view found; // part of the name that CUDA reports
};

[[nodiscard]] std::span<const DevicePeaks> known_devices();
/// The entry of that name; else the one whose `found` occurs in `name`; else null.
[[nodiscard]] const DevicePeaks* find_peaks(std::string_view name);

} // namespace warpscope::analysis
