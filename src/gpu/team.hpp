#pragma once

#include <string>
#include <vector>

#include "base/plan/devices.hpp"
#include "gpu/device.hpp"

namespace warpscope::gpu {

struct TeamOptions {
    Streams streams = Streams::two;
    uint32_t repeats = 1; // runs, each with the same initial buffers
};

/// Milliseconds since the run's start. GPU clocks agree within microseconds.
struct StepTime {
    double begin_ms = 0, end_ms = 0;
};

struct TeamRun {
    std::vector<HostBuffer> buffers;
    std::vector<Step> steps;
    std::vector<StepTime> times; // of the median run
    std::vector<double> runs_ms;
    double median_ms = 0;
    std::vector<int> gpu_of_device;            // GPU of each plan device
    std::vector<std::string> gpus;             // by CUDA's number; "" if unused
    uint32_t peer_copies = 0, host_copies = 0; // directly between GPUs; through the host
};

/// Runs plan device i on GPU i modulo the number of GPUs. Each device has streams for launches and for incoming copies.
/// Requires trusted kernels, and plans without textures or variables.
[[nodiscard]] Result<TeamRun> run_team(Runtime& runtime, const std::vector<DeviceStatus>& gpus, const std::string& ptx,
                                       const ExecutionPlan& plan, const TeamOptions& options = {});

} // namespace warpscope::gpu
