// Shows something of a run before it is measured: visible blocks, the output of an unmeasured run, or snapshots. A
// person who moves a slider waits for the picture first.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "metrics/measure.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Returns the blocks, in ascending order, that would write to `cells` with `placement`. Empty if the placement is not
/// exact or if it is most blocks.
[[nodiscard]] std::vector<uint64_t> blocks_in_sight(const metrics::Placement& placement, const LaunchConfig& config,
                                                    const CellRectangle& cells);

/// Returns the delay before a run shows partial output. If the whole picture is expected soon, a part would only delay
/// it.
[[nodiscard]] std::chrono::milliseconds first_look_after(double last_took_ms);

/// Shows what is possible before `run` is measured, and makes `measuring` show the rest. Does nothing if the previous
/// run has another kernel or input.
void show_first(const std::shared_ptr<const simt::Program>& program, const RunResult& run,
                metrics::MeasureOptions& measuring, const RunOptions& asked);

} // namespace warpscope::session
