#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct DeviceStatus {
    bool usable = false;
    Message why;         // why it is unusable, in lower case: "no NVIDIA driver found"
    Message hint;        // advice; may be empty
    int device = 0;      // CUDA's number
    std::string name;    // "NVIDIA H100 80GB HBM3"
    std::string compute; // "sm_90"
    DeviceLimits limits;
    uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    Multiprocessor multiprocessor = {};
    bool time_limit = false; // the system ends kernels after some seconds
    int devices = 0;
    int driver_version = 0; // newest CUDA that the driver supports, such as 13000; or 0
};

/// The chosen GPU is the first of: WARPSCOPE_GPU, the user's choice, the display's GPU, any usable GPU.
struct Devices {
    std::vector<DeviceStatus> all;  // by CUDA's number
    DeviceStatus none;              // status without a GPU
    std::optional<int> environment; // WARPSCOPE_GPU; -1 if invalid
    std::optional<int> user;
    std::vector<int> display; // GPUs that OpenGL uses; empty while unknown

    [[nodiscard]] DeviceStatus chosen() const;
    /// Returns "WARPSCOPE_GPU names it", "it drives the display", …
    [[nodiscard]] std::string reason() const;
};

/// Slow; must run on a worker.
[[nodiscard]] Devices find_devices(Runtime& runtime);

/// Ignores WARPSCOPE_GPU.
[[nodiscard]] DeviceStatus find_device(Runtime& runtime, int wanted = 0);

[[nodiscard]] std::optional<int> wanted_device();

[[nodiscard]] std::string version_text(int version);

} // namespace warpscope::gpu
