#include "insight/code_map.hpp"

#include <algorithm>

#include "insight/source_lines.hpp"
#include "source/statement_lines.hpp"

namespace warpscope::insight {

namespace {

CodeCost of_instruction(const simt::InstructionInfo& instruction, const metrics::InstructionCost& cost) {
    CodeCost out;
    static_cast<metrics::InstructionCost&>(out) = cost;
    if (cost.global_requests == 0) return out;
    const std::string_view text = instruction.text;
    const size_t blank = text.starts_with('@') ? text.find(' ') : std::string_view::npos;
    const std::string_view opcode = blank == std::string_view::npos ? text : text.substr(blank + 1);
    if (opcode.starts_with("ld")) out.loads = cost;
    if (opcode.starts_with("st")) out.stores = cost;
    return out;
}

bool same_per_request(const metrics::InstructionCost& a, const metrics::InstructionCost& b) {
    return a.global_sectors * b.global_requests == b.global_sectors * a.global_requests &&
           a.global_sectors_ideal * b.global_requests == b.global_sectors_ideal * a.global_requests;
}

void add_kind(std::vector<metrics::InstructionCost>& kinds, const metrics::InstructionCost& cost) {
    if (cost.global_requests == 0) return;
    const auto same = std::ranges::find_if(kinds, [&](const auto& kind) { return same_per_request(kind, cost); });
    if (same == kinds.end())
        kinds.push_back(cost);
    else
        *same += cost;
}

void add_requests(CodeCost& to, const CodeCost& from) {
    to.loads += from.loads;
    to.stores += from.stores;
    add_kind(to.kinds_of_loads, from.loads);
    add_kind(to.kinds_of_stores, from.stores);
    to.mixed = to.kinds_of_loads.size() > 1 || to.kinds_of_stores.size() > 1;
    to.both = to.both || from.both || (to.loads.global_requests > 0 && to.stores.global_requests > 0);
}

void find_moved_and_removed_lines(CodeMap& map, const session::RunResult& result) {
    if (result.prepared.plan.launches.empty()) return;
    const auto text = source::read_kernel(result.source, result.prepared.plan.launches.back().identifier());
    if (!text) return;
    const LaunchConfig& config = result.shown().config;
    for (const uint32_t line : source::unconditional_lines(*text)) {
        const auto cost = map.source.find(line);
        if (cost != map.source.end() &&
            cost->second.active_lanes * config.warps_per_block() < cost->second.executions * config.threads_per_block())
            map.moved.insert(line);
    }
    for (const uint32_t line : source::statement_lines(*text))
        if (!map.pcs_of_line.contains(line)) map.removed.insert(line);
}

} // namespace

CodeCost& CodeCost::operator+=(const CodeCost& other) {
    metrics::InstructionCost::operator+=(other);
    loads += other.loads;
    stores += other.stores;
    both = both || other.both;
    mixed = mixed || other.mixed;
    return *this;
}

CodeMap CodeMap::of(const session::RunResult& result) {
    CodeMap map;
    const auto& instructions = result.measured->program().instructions();
    const auto& costs = result.shown().instructions;
    for (uint32_t pc = 0; pc < instructions.size(); ++pc) {
        const simt::InstructionInfo& instruction = instructions[pc];
        const uint32_t source = own_line(result, instruction.source);
        if (source != 0)
            map.pcs_of_line[source].push_back(pc);
        else if (pc < costs.size())
            map.elsewhere += of_instruction(instruction, costs[pc]);
        if (instruction.ptx_line == 0) continue;
        PtxLine& line = map.ptx[instruction.ptx_line];
        const bool first = line.pcs.empty();
        line.pcs.push_back(pc);
        if (pc < costs.size()) {
            const CodeCost cost = of_instruction(instruction, costs[pc]);
            line.cost += cost;
            if (source != 0) add_requests(map.source[source], cost);
        }
        if (!first || source == 0) continue;
        line.source = source;
        map.ptx_of_line[source].push_back(instruction.ptx_line);
    }
    for (auto& [line, ptx] : map.ptx_of_line) std::sort(ptx.begin(), ptx.end());
    for (const metrics::LineCost& cost : result.shown().lines)
        if (cost.line != 0 && is_own_file(result, cost.file))
            static_cast<metrics::InstructionCost&>(map.source[cost.line]) += cost;
    std::erase_if(map.source, [](const auto& line) { return line.second.executions == 0; });
    find_moved_and_removed_lines(map, result);
    return map;
}

const CodeMap& code_map_of(const session::RunResult& result) {
    return *result.derived.get<CodeMap>({}, [&] { return CodeMap::of(result); });
}

std::vector<uint32_t> CodeMap::pcs_of(uint32_t line, uint32_t ptx_line) const {
    if (line != 0) {
        const auto found = pcs_of_line.find(line);
        return found == pcs_of_line.end() ? std::vector<uint32_t>() : found->second;
    }
    const auto found = ptx.find(ptx_line);
    return found == ptx.end() ? std::vector<uint32_t>() : found->second.pcs;
}

const CodeCost* CodeMap::cost_of(uint32_t line, uint32_t ptx_line) const {
    if (line != 0) {
        const auto found = source.find(line);
        return found == source.end() ? nullptr : &found->second;
    }
    const auto found = ptx.find(ptx_line);
    return found == ptx.end() || found->second.cost.executions == 0 ? nullptr : &found->second.cost;
}

std::vector<metrics::Measure> measures_of(const metrics::InstructionCost& cost) {
    std::vector<metrics::Measure> measures{metrics::Measure::executions, metrics::Measure::active_lanes};
    if (cost.global_requests > 0) measures.push_back(metrics::Measure::sectors);
    if (cost.shared_requests > 0) measures.push_back(metrics::Measure::passes);
    if (cost.divergent_branches > 0) measures.push_back(metrics::Measure::splits);
    return measures;
}

metrics::Measure first_measure(const metrics::InstructionCost& cost) {
    if (cost.divergent_branches > 0) return metrics::Measure::splits;
    if (cost.global_requests > 0) return metrics::Measure::sectors;
    return cost.shared_requests > 0 ? metrics::Measure::passes : metrics::Measure::executions;
}

} // namespace warpscope::insight
