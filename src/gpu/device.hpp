// Available GPUs and the choice among them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct DeviceStatus {
    bool usable = false;
    Message why;         // why not usable, to follow a colon or stand in a status bar: "no NVIDIA driver found"
    Message hint;        // advice to make it usable; may be empty
    int device = 0;      // CUDA's number
    std::string name;    // "NVIDIA H100 80GB HBM3"
    std::string compute; // "sm_90"
    DeviceLimits limits;
    uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    Multiprocessor multiprocessor = {};
    bool time_limit = false; // the system ends kernels that run for some seconds
    int devices = 0;
    int driver_version = 0; // newest supported CUDA, 13000 for 13.0, or 0
};

/// GPUs of a machine. The choice is WARPSCOPE_GPU, else the user's, else the display's, else the first usable GPU.
struct Devices {
    std::vector<DeviceStatus> all;  // indexed by CUDA's number
    DeviceStatus none;              // status without any GPU
    std::optional<int> environment; // value of WARPSCOPE_GPU; -1 if invalid
    std::optional<int> user;
    std::vector<int> display; // GPUs that OpenGL draws with, by CUDA's number; empty while unknown

    [[nodiscard]] DeviceStatus chosen() const;
    /// Returns "WARPSCOPE_GPU names it", "it drives the display" …
    [[nodiscard]] std::string reason() const;
};

/// Takes long: call it on a worker.
[[nodiscard]] Devices find_devices(Runtime& runtime);

/// Ignores WARPSCOPE_GPU.
[[nodiscard]] DeviceStatus find_device(Runtime& runtime, int wanted = 0);

/// Returns the value of WARPSCOPE_GPU; -1 if invalid.
[[nodiscard]] std::optional<int> wanted_device();

/// Returns "13.0" for 13000.
[[nodiscard]] std::string version_text(int version);

} // namespace warpscope::gpu
