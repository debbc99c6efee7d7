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
    instrument::Instrumented instrumented;
    instrument::Readings readings;
    double plain_ms = 0;    // without probes
    double recorded_ms = 0; // includes probes and the kernels that sum up readings

    struct Differences {
        uint64_t owners = 0;
        uint64_t warps = 0; // warps with differing counts of divergent branches
        uint64_t gpu_sectors = 0, emulator_sectors = 0;
        uint64_t gpu_divergent_branches = 0, emulator_divergent_branches = 0;

        [[nodiscard]] bool none() const {
            return owners == 0 && warps == 0 && gpu_sectors == emulator_sectors &&
                   gpu_divergent_branches == emulator_divergent_branches;
        }
    };
    Differences differences;
    /// Owners and branches may differ between runs.
    bool is_order_dependent = false;

    [[nodiscard]] bool partial() const { return !instrumented.notes.empty(); }
    /// Returns whether missing probes or thread order explain all differences.
    [[nodiscard]] bool agrees() const {
        return differences.none() || is_order_dependent || (partial() && differences.owners == 0);
    }
};

/// Adds probes, except to loads in waiting loops.
[[nodiscard]] Result<instrument::Instrumented> with_probes(const RunResult& result);

[[nodiscard]] bool is_order_dependent(const RunResult& result);

[[nodiscard]] Recording::Differences differences(const RunResult& result, const instrument::Instrumented& probed,
                                                 const instrument::Readings& readings);

/// Runs the plan on the GPU with and without probes. `repeats`: timed runs.
[[nodiscard]] Result<Recording> record_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t repeats = 5);

[[nodiscard]] Result<metrics::Probe> sectors_on_gpu(gpu::Executor& executor, const RunResult& result, uint32_t launch);
[[nodiscard]] metrics::Probe sectors_probe(uint32_t launch, std::vector<instrument::CellReadings> readings);

} // namespace warpscope::session
