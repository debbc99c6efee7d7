#pragma once

#include "metrics/on_demand.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Compares GPU and emulator: ProbeKind::differences of the last launch. Sector probes may be null. `all_branches`: the
/// GPU probed all counted branches. Only output cells have owners.
[[nodiscard]] metrics::Probe differences_by_cell(const RunResult& run, const metrics::LaunchMeasurement& emulator,
                                                 const metrics::LaunchMeasurement& gpu, bool all_branches,
                                                 const metrics::Probe* emulator_sectors,
                                                 const metrics::Probe* gpu_sectors);

} // namespace warpscope::session
