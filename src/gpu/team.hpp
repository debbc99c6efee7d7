// Runs plans for several devices on several GPUs, with a stream for launches and one for incoming copies.
#pragma once

#include <string>
#include <vector>

#include "base/plan/devices.hpp"
#include "gpu/device.hpp"

namespace warpscope::gpu {

struct TeamOptions {
    Streams streams = Streams::two;
    uint32_t repeats = 1; // number of runs, which all start from the same buffers
};

/// Times of a step in milliseconds since the start of the run. Clocks of GPUs agree within a few microseconds.
struct StepTime {
    double begin_ms = 0, end_ms = 0;
};

struct TeamRun {
    std::vector<HostBuffer> buffers;
    std::vector<Step> steps;
    std::vector<StepTime> times; // of the median run
    std::vector<double> runs_ms;
    double median_ms = 0;
    std::vector<int> gpu_of_device;            // indexed by plan device
    std::vector<std::string> gpus;             // indexed by CUDA's number; empty if unused
    uint32_t peer_copies = 0, host_copies = 0; // numbers of copies, directly between GPUs and through the host
};

/// Runs device i on GPU i modulo their number. Requires trusted kernels and no textures or initialized variables.
[[nodiscard]] Result<TeamRun> run_team(Runtime& runtime, const std::vector<DeviceStatus>& gpus, const std::string& ptx,
                                       const ExecutionPlan& plan, const TeamOptions& options = {});

} // namespace warpscope::gpu
