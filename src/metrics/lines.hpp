// Costs per source line, summed over the instructions that a line became.
#pragma once

#include <span>

#include "metrics/results.hpp"
#include "metrics/traffic.hpp"
#include "simt/executor.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Lines with at least one executed instruction, by file, then line. Instructions without a source line are left out.
/// Global requests and sectors include atomics. `traffic` is by pc, or empty when it was not counted.
[[nodiscard]] std::vector<LineCost> line_costs(std::span<const simt::InstructionInfo> instructions,
                                               const simt::LaunchOutcome& outcome,
                                               std::span<const InstructionTraffic> traffic);

/// By pc, as line_costs.
[[nodiscard]] std::vector<InstructionCost> instruction_costs(const simt::LaunchOutcome& outcome,
                                                             std::span<const InstructionTraffic> traffic);

} // namespace warpscope::metrics
