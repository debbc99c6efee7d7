// Which GPUs there are, which of them is used, and why none can be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/runtime.hpp"

namespace warpscope::gpu {

struct DeviceStatus {
    bool usable = false;
    std::string why;     // why not usable, to follow a colon or stand in a status bar: "no NVIDIA driver found"
    std::string hint;    // what would make it usable; empty when nothing would
    int device = 0;      // CUDA's number
    std::string name;    // "NVIDIA H100 80GB HBM3"
    std::string compute; // "sm_90"
    DeviceLimits limits;
    uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    Multiprocessor multiprocessor = {};
    bool time_limit = false; // the system ends kernels that run for seconds
    int devices = 0;         // how many there are
    int driver_version = 0;  // the newest CUDA that it supports, 13000 for 13.0; 0 when unknown
};

/// The GPUs of a machine, and which of them is used: the one that WARPSCOPE_GPU names, else the user's choice, else the
/// one that drives the display, else the first usable one.
struct Devices {
    std::vector<DeviceStatus> all;  // by CUDA's number, usable or not
    DeviceStatus none;              // why there are none
    std::optional<int> environment; // what WARPSCOPE_GPU says; -1 when that is no number
    std::optional<int> user;
    std::vector<int> display; // CUDA's numbers of the GPUs that OpenGL draws with; empty while not known

    [[nodiscard]] DeviceStatus chosen() const;
    /// Why that one: "WARPSCOPE_GPU names it", "it drives the display" …
    [[nodiscard]] std::string reason() const;
};

/// Asks `runtime` for all GPUs, and the environment for WARPSCOPE_GPU. May take a few hundred milliseconds where there
/// is a driver: call it on a worker.
[[nodiscard]] Devices find_devices(Runtime& runtime);

/// The GPU with CUDA's number `wanted`, as if WARPSCOPE_GPU named it.
[[nodiscard]] DeviceStatus find_device(Runtime& runtime, int wanted = 0);

/// The number in the environment variable WARPSCOPE_GPU, for machines with several GPUs; -1 when it is no number.
[[nodiscard]] std::optional<int> wanted_device();

/// 13000 as "13.0".
[[nodiscard]] std::string version_text(int version);

} // namespace warpscope::gpu
