// Records a run on the GPU by probes in its kernel (src/instrument) and compares it with the emulator.
#pragma once

#include <string>
#include <vector>

#include "gpu/executor.hpp"
#include "instrument/cell_probe.hpp"
#include "instrument/readings.hpp"
#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct Recording {
    std::string device;
    int multiprocessors = 0;
    instrument::Instrumented instrumented; // its sites name the lines
    instrument::Readings readings;
    double plain_ms = 0;    // plan without probes
    double recorded_ms = 0; // with probes and the kernels that sum them up

    /// Differences between GPU and emulator in the recorded launch.
    struct Differences {
        uint64_t owners = 0; // cells with another owner
        uint64_t warps = 0;  // warps with another count of divergent branches
        uint64_t gpu_sectors = 0, emulator_sectors = 0;
        uint64_t gpu_divergent_branches = 0, emulator_divergent_branches = 0;

        [[nodiscard]] bool none() const {
            return owners == 0 && warps == 0 && gpu_sectors == emulator_sectors &&
                   gpu_divergent_branches == emulator_divergent_branches;
        }
    };
    Differences differences;
    /// Threads use results of atomics or waits, so that owners and branches may differ between runs.
    bool order_decides = false;

    /// Some counted instructions have no probes; see instrumented.notes.
    [[nodiscard]] bool partial() const { return !instrumented.notes.empty(); }
    /// Differences are none, or explained by missing probes or the thread order.
    [[nodiscard]] bool agrees() const {
        return differences.none() || order_decides || (partial() && differences.owners == 0);
    }
};

/// Adds probes to the last launch, except to loads in waiting loops.
[[nodiscard]] Result<instrument::Instrumented> with_probes(const RunResult& result);

/// Returns Recording::order_decides for the run.
[[nodiscard]] bool order_decides(const RunResult& result);

/// Compares `readings` of the last launch with the emulator.
[[nodiscard]] Recording::Differences differences(const RunResult& result, const instrument::Instrumented& probed,
                                                 const instrument::Readings& readings);

/// Runs the plan with and without probes, `repeats` times for the timing.
[[nodiscard]] Result<Recording> record_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats = 5);

/// Measures ProbeKind::sectors of a launch on the GPU.
[[nodiscard]] Result<metrics::Probe> sectors_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t launch);
/// Converts the readings of that probe.
[[nodiscard]] metrics::Probe sectors_probe(uint32_t launch, std::vector<instrument::CellReadings> readings);

} // namespace warpscope::session
