// Compares measurements of GPU and emulator by cell.
#pragma once

#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Returns ProbeKind::differences of the last launch. Sector probes may be null. `all_branches`: all counted branches
/// have GPU probes. Only output cells have owners.
[[nodiscard]] metrics::Probe differences_by_cell(const RunResult& run, const metrics::LaunchMeasurement& emulator,
                                                 const metrics::LaunchMeasurement& gpu, bool all_branches,
                                                 const metrics::Probe* emulator_sectors,
                                                 const metrics::Probe* gpu_sectors);

} // namespace warpscope::session
