#include "analysis/peaks.hpp"

#include <algorithm>
#include <array>

namespace warpscope::analysis {
namespace {

// Makers' data sheets; boost clock, dense, no sparsity.
constexpr std::array devices{
    DevicePeaks{"H100 SXM", 67, 3350, "H100 80GB HBM3"},
    DevicePeaks{"H100 PCIe", 51, 2000, "H100 PCIe"},
    DevicePeaks{"H200 SXM", 67, 4800, "H200"},
    DevicePeaks{"A100 80 GB SXM", 19.5, 2039, "A100-SXM4-80GB"},
    DevicePeaks{"A100 40 GB", 19.5, 1555, "A100"},
    DevicePeaks{"V100 SXM2", 15.7, 900, "V100"},
    DevicePeaks{"L4", 30.3, 300, "NVIDIA L4"},
    DevicePeaks{"T4", 8.1, 320, "T4"},
    DevicePeaks{"RTX 4090", 82.6, 1008, "RTX 4090"},
    DevicePeaks{"RTX 4060", 15.1, 272, "RTX 4060"},
    DevicePeaks{"RTX 3090", 35.6, 936, "RTX 3090"},
    DevicePeaks{"RTX 3060 12 GB", 12.7, 360, "RTX 3060"},
    DevicePeaks{"GTX 1080 Ti", 11.3, 484, "GTX 1080 Ti"},
};

} // namespace

std::span<const DevicePeaks> known_devices() { return devices; }

const DevicePeaks* find_peaks(std::string_view name) {
    const auto same =
        std::find_if(devices.begin(), devices.end(), [&](const DevicePeaks& d) { return d.name == name; });
    if (same != devices.end()) return &*same;
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [&](const DevicePeaks& d) { return name.find(d.found) != std::string_view::npos; });
    return found == devices.end() ? nullptr : &*found;
}

} // namespace warpscope::analysis
