#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "metrics/measure.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Returns the blocks that write `cells`, ascending; {} if `placement` is inexact or most blocks write `cells`.
[[nodiscard]] std::vector<uint64_t> blocks_in_sight(const metrics::Placement& placement, const LaunchConfig& config,
                                                    const CellRectangle& cells);

/// Returns how long to wait before showing partial output; longer if the whole picture is due soon.
[[nodiscard]] std::chrono::milliseconds first_picture_delay(double last_took_ms);

/// If kernel and input are unchanged, shows early output of visible blocks or an unmeasured run, or requests snapshots
/// in `measuring`.
void show_first(const std::shared_ptr<const simt::Program>& program, const RunResult& run,
                metrics::MeasureOptions& measuring, const RunOptions& asked);

} // namespace warpscope::session
