// Available GPUs, the one in use, and reasons why none is usable.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct DeviceStatus {
    bool usable = false;
    std::string why;     // why not usable, for a status bar: "no NVIDIA driver found"
    std::string hint;    // possible remedy, or empty
    int device = 0;      // CUDA's number
    std::string name;    // "NVIDIA H100 80GB HBM3"
    std::string compute; // "sm_90"
    DeviceLimits limits;
    uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    Multiprocessor multiprocessor = {};
    bool time_limit = false; // the system ends kernels that run for seconds
    int devices = 0;         // number of GPUs in the machine
    int driver_version = 0;  // newest supported CUDA, 13000 for 13.0; 0 if unknown
};

/// GPUs of a machine and the choice among them: WARPSCOPE_GPU, else the user's choice, else the display's GPU, else the
/// first usable one.
struct Devices {
    std::vector<DeviceStatus> all;  // index is CUDA's number
    DeviceStatus none;              // status without any GPU
    std::optional<int> environment; // WARPSCOPE_GPU, or -1 if invalid
    std::optional<int> user;
    std::vector<int> display; // GPUs that OpenGL draws with, by CUDA's number; empty while unknown

    [[nodiscard]] DeviceStatus chosen() const;
    /// Returns the reason for the choice: "WARPSCOPE_GPU names it", "it drives the display" …
    [[nodiscard]] std::string reason() const;
};

/// Enumerates the GPUs and reads WARPSCOPE_GPU. May take a few hundred milliseconds: call on a worker.
[[nodiscard]] Devices find_devices(Runtime& runtime);

/// Returns a GPU by CUDA's number, as if WARPSCOPE_GPU named it.
[[nodiscard]] DeviceStatus find_device(Runtime& runtime, int wanted = 0);

/// Returns the number in WARPSCOPE_GPU, or -1 if invalid.
[[nodiscard]] std::optional<int> wanted_device();

/// Formats 13000 as "13.0".
[[nodiscard]] std::string version_text(int version);

} // namespace warpscope::gpu
