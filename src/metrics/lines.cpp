#include "metrics/lines.hpp"

#include <map>
#include <utility>

namespace warpscope::metrics {

std::vector<LineCost> line_costs(std::span<const simt::InstructionInfo> instructions,
                                 const simt::LaunchOutcome& outcome, std::span<const InstructionTraffic> traffic) {
    std::map<std::pair<std::string, uint32_t>, LineCost> lines;
    for (size_t pc = 0; pc < instructions.size() && pc < outcome.executions.size(); ++pc) {
        const SourceLocation& source = instructions[pc].source;
        if (outcome.executions[pc] == 0 || source.file.empty()) continue;
        LineCost& line = lines[{source.file, source.line}];
        line.executions += outcome.executions[pc];
        line.active_lanes += outcome.active_lanes[pc];
        if (instructions[pc].branches) line.branches += outcome.executions[pc];
        if (pc < outcome.divergent.size()) line.divergent_branches += outcome.divergent[pc];
        if (pc >= traffic.size()) continue;
        const InstructionTraffic& counts = traffic[pc];
        line.global_requests += counts.global_requests;
        line.global_sectors += counts.sectors;
        line.global_sectors_ideal += counts.sectors_ideal;
        line.shared_requests += counts.shared_requests;
        line.shared_passes += counts.passes;
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

std::vector<InstructionCost> instruction_costs(const simt::LaunchOutcome& outcome,
                                               std::span<const InstructionTraffic> traffic) {
    std::vector<InstructionCost> out(outcome.executions.size());
    for (size_t pc = 0; pc < out.size(); ++pc) {
        InstructionCost& cost = out[pc];
        cost.executions = outcome.executions[pc];
        cost.active_lanes = outcome.active_lanes[pc];
        if (pc < outcome.divergent.size()) cost.divergent_branches = outcome.divergent[pc];
        if (pc >= traffic.size()) continue;
        cost.global_requests = traffic[pc].global_requests;
        cost.global_sectors = traffic[pc].sectors;
        cost.shared_requests = traffic[pc].shared_requests;
        cost.shared_passes = traffic[pc].passes;
    }
    return out;
}

} // namespace warpscope::metrics
