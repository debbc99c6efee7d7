// What is shown of a run before it is measured: the blocks in sight, the whole output of a run with no observers, or
// what the blocks have written so far. A hand that moves a slider waits for the picture first.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "metrics/measure.hpp"
#include "session/session.hpp"

namespace warpscope::session {

/// Returns the blocks of `config` that would write to `cells` if their threads had their places by `placement`, by
/// their linear numbers in rising order. Empty where it says nothing, and where these are most of the blocks.
[[nodiscard]] std::vector<uint64_t> blocks_in_sight(const metrics::Placement& placement, const LaunchConfig& config,
                                                    const CellRectangle& cells);

/// How long after its start a run shows its first part, where the run before took `last_took_ms`: soon enough for a
/// person's hand. Where the whole picture will be there almost as soon, a part of it would only make that late.
[[nodiscard]] std::chrono::milliseconds first_look_after(double last_took_ms);

/// Shows what can be shown before `run` is measured, and has `measuring` show the rest on the way. Nothing where the
/// run before is of something else, so that its picture and overlays would say nothing about this one.
void show_first(const std::shared_ptr<const simt::Program>& program, const RunResult& run,
                metrics::MeasureOptions& measuring, const RunOptions& asked);

} // namespace warpscope::session
