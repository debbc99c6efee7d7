#pragma once

#include <string>
#include <vector>

#include "base/plan/devices.hpp"
#include "gpu/team.hpp"
#include "session/session.hpp"

namespace warpscope::analysis {

/// Start-up cycles of a modeled copy; bytes per cycle. A modeled device is one multiprocessor that executes one warp
/// instruction per cycle, so that small pictures keep it busy.
inline constexpr double model_copy_start = 200, model_bytes_per_cycle = 4, model_bytes_per_cycle_within = 64;

struct DeviceSchedule {
    struct Span {
        double begin = 0, end = 0; // cycles if modeled, microseconds if measured
    };
    bool measured = false;
    Streams streams = Streams::two;
    uint32_t devices = 1;
    std::vector<Step> steps;
    std::vector<Span> spans;
    double length = 0;

    uint32_t exchanged = 0; // copies between devices
    uint64_t exchanged_bytes = 0;
    double computing = 0;
    double hidden = 0; // share of copy time during which the receiver computes
};

[[nodiscard]] DeviceSchedule model_schedule(const session::RunResult& result, Streams streams);
[[nodiscard]] DeviceSchedule measured_schedule(const ExecutionPlan& plan, const gpu::TeamRun& run, Streams streams);

[[nodiscard]] std::string words_of(const DeviceSchedule& schedule);

} // namespace warpscope::analysis
