// Costs of instructions, and of source lines as sums over the instructions that a line became.
#pragma once

#include <span>

#include "metrics/costs/traffic.hpp"
#include "metrics/results.hpp"
#include "simt/executor.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// By pc. `traffic` is by pc too, or empty when it was not counted; global requests and sectors include atomics.
[[nodiscard]] std::vector<InstructionCost> instruction_costs(std::span<const simt::InstructionInfo> instructions,
                                                             const simt::LaunchOutcome& outcome,
                                                             std::span<const InstructionTraffic> traffic);
/// Lines with at least one executed instruction, by file, then line. Instructions without a source line are left out.
[[nodiscard]] std::vector<LineCost> line_costs(std::span<const simt::InstructionInfo> instructions,
                                               std::span<const InstructionCost> costs);

} // namespace warpscope::metrics
