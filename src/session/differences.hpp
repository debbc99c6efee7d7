// Where a GPU did not do what the emulator says, cell by cell.
#pragma once

#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// ProbeKind::differences of the run's last launch: `emulator` and `gpu` are what both measured of it, the sectors by
/// cell come from both, too (null where one of them has none). `all_branches`: all that the emulator counts have probes
/// on the GPU, too. Only the output's cells have owners; of a cell without one in the emulator the GPU's counts.
[[nodiscard]] metrics::Probe differences_by_cell(const RunResult& run, const metrics::LaunchMeasurement& emulator,
                                                 const metrics::LaunchMeasurement& gpu, bool all_branches,
                                                 const metrics::Probe* emulator_sectors,
                                                 const metrics::Probe* gpu_sectors);

} // namespace warpscope::session
