// Runs an execution plan for several devices on the GPUs of a machine: each device's parts of buffers in the memory of
// its GPU, a stream for its launches and one for the copies that come to it, events between them.
#pragma once

#include <string>
#include <vector>

#include "base/plan/devices.hpp"
#include "gpu/device.hpp"

namespace warpscope::gpu {

struct TeamOptions {
    Streams streams = Streams::two;
    uint32_t repeats = 1; // the first run makes the result; each starts from the same buffers
};

/// When a step of the plan began and ended, by events, in milliseconds from the beginning of the run. GPUs have clocks
/// of their own, which are set by an event that all wait for: between GPUs times are uncertain by a few microseconds.
struct StepTime {
    double begin_ms = 0, end_ms = 0;
};

struct TeamRun {
    std::vector<HostBuffer> buffers; // the plan's, put together from their parts
    std::vector<Step> steps;         // of the plan
    std::vector<StepTime> times;     // of each step, in the run of median length
    std::vector<double> runs_ms;     // how long each run took, in order
    double median_ms = 0;
    std::vector<int> gpu_of_device;            // CUDA's number, by device of the plan
    std::vector<std::string> gpus;             // names, by CUDA's number; empty where the GPU is not used
    uint32_t peer_copies = 0, host_copies = 0; // copies between GPUs: by themselves, or through the host
};

/// Device i of the plan runs on GPU i of `gpus`, which begin anew where there are fewer: then several share one. The
/// kernels are known to be sound. Without textures and variables of the module that are written beforehand.
[[nodiscard]] Result<TeamRun> run_team(Runtime& runtime, const std::vector<DeviceStatus>& gpus, const std::string& ptx,
                                       const ExecutionPlan& plan, const TeamOptions& options = {});

} // namespace warpscope::gpu
