#pragma once

#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Compares emulator and GPU in the last launch, by cell. Output cells: owners and, if the GPU probed `all_branches`,
/// divergence. All cells: sectors, if no probe is null.
[[nodiscard]] metrics::Probe differences_by_cell(const RunResult& run, const metrics::LaunchMeasurement& emulator,
                                                 const metrics::LaunchMeasurement& gpu, bool all_branches,
                                                 const metrics::Probe* emulator_sectors,
                                                 const metrics::Probe* gpu_sectors);

} // namespace warpscope::session
