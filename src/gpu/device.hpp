// Which GPU there is, and why none can be used.
#pragma once

#include <string>

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
    int devices = 0;                             // how many there are
    int driver_version = 0, runtime_version = 0; // CUDA versions, 13000 for 13.0; 0 when unknown
};

/// Asks `runtime`. May take a few hundred milliseconds where there is a driver: call it on a worker.
[[nodiscard]] DeviceStatus find_device(Runtime& runtime);

/// find_device(system_runtime()), found once per process. Thread-safe.
[[nodiscard]] const DeviceStatus& status();

/// 13000 as "13.0".
[[nodiscard]] std::string version_text(int version);

} // namespace warpscope::gpu
