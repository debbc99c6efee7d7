#include "metrics/costs/line_costs.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace warpscope::metrics {

std::vector<InstructionCost> instruction_costs(std::span<const simt::InstructionInfo> instructions,
                                               const simt::LaunchOutcome& outcome,
                                               std::span<const InstructionTraffic> traffic) {
    std::vector<InstructionCost> out(std::min(instructions.size(), outcome.executions.size()));
    for (size_t pc = 0; pc < out.size(); ++pc) {
        InstructionCost& cost = out[pc];
        cost.executions = outcome.executions[pc];
        cost.active_lanes = outcome.active_lanes[pc];
        if (instructions[pc].branches) cost.branches = outcome.executions[pc];
        if (pc < outcome.divergent.size()) cost.divergent_branches = outcome.divergent[pc];
        if (pc >= traffic.size()) continue;
        cost.global_requests = traffic[pc].global_requests;
        cost.global_sectors = traffic[pc].sectors;
        cost.global_sectors_ideal = traffic[pc].sectors_ideal;
        cost.shared_requests = traffic[pc].shared_requests;
        cost.shared_passes = traffic[pc].passes;
        cost.atomic_operations = traffic[pc].atomic_operations;
    }
    return out;
}

std::vector<LineCost> line_costs(std::span<const simt::InstructionInfo> instructions,
                                 std::span<const InstructionCost> costs) {
    std::map<std::pair<std::string, uint32_t>, LineCost> lines;
    for (size_t pc = 0; pc < costs.size(); ++pc) {
        const SourceLocation& source = instructions[pc].source;
        if (costs[pc].executions == 0 || source.file.empty()) continue;
        lines[{source.file, source.line}] += costs[pc];
    }
    std::vector<LineCost> out;
    out.reserve(lines.size());
    for (auto& [place, cost] : lines) {
        cost.file = place.first;
        cost.line = place.second;
        out.push_back(std::move(cost));
    }
    return out;
}

} // namespace warpscope::metrics
