// Runs plans for several devices on the machine's GPUs. Each device has its parts of buffers, a stream for launches and
// one for incoming copies, ordered by events.
#pragma once

#include <string>
#include <vector>

#include "base/plan/devices.hpp"
#include "gpu/device.hpp"

namespace warpscope::gpu {

struct TeamOptions {
    Streams streams = Streams::two;
    uint32_t repeats = 1; // the first run makes the result; all start from the same buffers
};

/// Begin and end of a step in milliseconds since the start of the run, by events. The GPUs' clocks are synchronized by
/// a common event, accurate to a few microseconds.
struct StepTime {
    double begin_ms = 0, end_ms = 0;
};

struct TeamRun {
    std::vector<HostBuffer> buffers; // assembled from their parts
    std::vector<Step> steps;
    std::vector<StepTime> times; // per step, of the median run
    std::vector<double> runs_ms; // duration of each run
    double median_ms = 0;
    std::vector<int> gpu_of_device;            // CUDA's number, by plan device
    std::vector<std::string> gpus;             // names by CUDA's number; empty if unused
    uint32_t peer_copies = 0, host_copies = 0; // copies between GPUs: direct, or through the host
};

/// Runs device i of the plan on GPU i of `gpus`, modulo their number. Kernels must be trusted. Plans with textures or
/// initialized variables are not supported.
[[nodiscard]] Result<TeamRun> run_team(Runtime& runtime, const std::vector<DeviceStatus>& gpus, const std::string& ptx,
                                       const ExecutionPlan& plan, const TeamOptions& options = {});

} // namespace warpscope::gpu
