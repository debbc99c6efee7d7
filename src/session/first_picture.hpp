// Shows a picture before a run is measured: visible blocks, an unmeasured run, or snapshots.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "metrics/measure.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Returns the blocks that write to `cells`, ascending. Returns {} if `placement` is not exact or if it is most blocks.
[[nodiscard]] std::vector<uint64_t> blocks_in_sight(const metrics::Placement& placement, const LaunchConfig& config,
                                                    const CellRectangle& cells);

/// Returns the delay of partial output, which is longer if the whole picture is expected soon.
[[nodiscard]] std::chrono::milliseconds first_picture_delay(double last_took_ms);

/// Shows a picture before `run` is measured, and lets `measuring` show the rest. Needs a previous run with the same
/// kernel and input.
void show_first(const std::shared_ptr<const simt::Program>& program, const RunResult& run,
                metrics::MeasureOptions& measuring, const RunOptions& asked);

} // namespace warpscope::session
