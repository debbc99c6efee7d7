#pragma once

#include <span>

#include "metrics/costs/traffic.hpp"
#include "metrics/results.hpp"
#include "simt/executor.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Returns costs by pc. `traffic` is indexed by pc and may be empty. Global requests include atomics.
[[nodiscard]] std::vector<InstructionCost> instruction_costs(std::span<const simt::InstructionInfo> instructions,
                                                             const simt::LaunchOutcome& outcome,
                                                             std::span<const InstructionTraffic> traffic);
/// Returns executed lines, sorted.
[[nodiscard]] std::vector<LineCost> line_costs(std::span<const simt::InstructionInfo> instructions,
                                               std::span<const InstructionCost> costs);

} // namespace warpscope::metrics
