#pragma once

#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Compares the last launch on emulator and GPU, by cell: owners of output cells, divergence (if the GPU probed
/// `all_branches`) and sectors (if neither probe is null).
[[nodiscard]] metrics::Probe differences_by_cell(const RunResult& run, const metrics::LaunchMeasurement& emulator,
                                                 const metrics::LaunchMeasurement& gpu, bool all_branches,
                                                 const metrics::Probe* emulator_sectors,
                                                 const metrics::Probe* gpu_sectors);

} // namespace warpscope::session
