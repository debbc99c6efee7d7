// A run recorded on the GPU by probes in its kernel (src/instrument), beside what the emulator measured of it.
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
    double plain_ms = 0;    // the plan without probes
    double recorded_ms = 0; // with probes and the kernels that sum up their records

    /// Where the GPU did not do what the emulator says, of the recorded launch.
    struct Differences {
        uint64_t owners = 0; // cells with another owner
        uint64_t warps = 0;  // warps with another number of divergent branches
        uint64_t gpu_sectors = 0, emulator_sectors = 0;
        uint64_t gpu_divergent_branches = 0, emulator_divergent_branches = 0;

        [[nodiscard]] bool none() const {
            return owners == 0 && warps == 0 && gpu_sectors == emulator_sectors &&
                   gpu_divergent_branches == emulator_divergent_branches;
        }
    };
    Differences differences;
    /// Threads act on what an atomic brings or on what they wait for, so that which thread stores what, and which way a
    /// warp goes, may legally differ from one run to the next.
    bool order_decides = false;

    /// Some of what the emulator counts has no probes: see instrumented.notes.
    [[nodiscard]] bool partial() const { return !instrumented.notes.empty(); }
    /// Nothing differs, but for what has no probes and what the order of the threads decides.
    [[nodiscard]] bool agrees() const {
        return differences.none() || order_decides || (partial() && differences.owners == 0);
    }
};

/// Probes for the last launch of the run's plan. Loads by which threads wait for each other get none.
[[nodiscard]] Result<instrument::Instrumented> with_probes(const RunResult& result);

/// Returns whether threads of the run's last launch act on what atomics bring or on what they wait for.
[[nodiscard]] bool order_decides(const RunResult& result);

/// Where `readings` of the run's last launch, recorded by `probed`, are not what the emulator measured.
[[nodiscard]] Recording::Differences differences(const RunResult& result, const instrument::Instrumented& probed,
                                                 const instrument::Readings& readings);

/// Runs the plan of `result` with probes on the GPU, `repeats` times for the times.
[[nodiscard]] Result<Recording> record_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats = 5);

/// ProbeKind::sectors of a launch of the result's plan, as the GPU runs it.
[[nodiscard]] Result<metrics::Probe> sectors_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t launch);
/// The same from the readings of its probe.
[[nodiscard]] metrics::Probe sectors_probe(uint32_t launch, std::vector<instrument::CellReadings> readings);

} // namespace warpscope::session
