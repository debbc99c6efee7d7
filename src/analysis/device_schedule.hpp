// When each launch and copy of a run on several devices begins and ends: a stated model on the emulator, or what GPUs
// measured.
#pragma once

#include <string>
#include <vector>

#include "base/plan/devices.hpp"
#include "gpu/team.hpp"
#include "session/session.hpp"

namespace warpscope::analysis {

/// The devices of the model, on purpose slow: each is one multiprocessor that issues a warp instruction per cycle, so
/// that pictures of a few thousand cells keep it busy. A copy takes some cycles to begin, and then some for its bytes.
inline constexpr double model_copy_start = 200, model_bytes_per_cycle = 4, model_bytes_per_cycle_within = 64;

struct DeviceSchedule {
    struct Span {
        double begin = 0, end = 0; // cycles by the model, microseconds where it was measured
    };
    bool measured = false;
    Streams streams = Streams::two;
    uint32_t devices = 1;
    std::vector<Step> steps; // of the plan
    std::vector<Span> spans; // of each
    double length = 0;       // when the last one ends

    uint32_t exchanged = 0;       // copies between devices
    uint64_t exchanged_bytes = 0; // all of them together
    double computing = 0;         // the share of their time that devices compute, on the average
    double hidden = 0;            // the share of the time of copies between devices in which the receiving one computes
};

/// By the model, from the warp instructions that each launch has executed.
[[nodiscard]] DeviceSchedule model_schedule(const session::RunResult& result, Streams streams);
/// As GPUs measured it.
[[nodiscard]] DeviceSchedule measured_schedule(const ExecutionPlan& plan, const gpu::TeamRun& run, Streams streams);

/// What the model says and leaves out, in a sentence; where it was measured, by what.
[[nodiscard]] std::string words_of(const DeviceSchedule& schedule);

} // namespace warpscope::analysis
