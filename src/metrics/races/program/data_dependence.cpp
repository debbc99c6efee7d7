#include "metrics/races/program/data_dependence.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "metrics/races/program/barrier_reachability.hpp"
#include "ptx/analysis/base_address.hpp"
#include "ptx/analysis/definitions.hpp"
#include "ptx/analysis/operands.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

struct Origin {
    bool is_memory = false, changes_in_loop = false;
};

bool reads_memory(const ptx::Instruction& in) {
    const bool is_parameter = in.modifiers.space == ptx::Space::param || in.modifiers.space == ptx::Space::const_;
    return (in.opcode == Opcode::ld && !is_parameter) || in.opcode == Opcode::atom || in.opcode == Opcode::call;
}

Origin origin_of(const ptx::Function& function, const ptx::Definitions& definitions, uint32_t reg) {
    Origin origin;
    std::vector<uint32_t> open{reg};
    std::set<uint32_t> seen{reg};
    while (!open.empty()) {
        const auto set_by = definitions.of(open.back());
        open.pop_back();
        origin.changes_in_loop = origin.changes_in_loop || set_by.size() > 1;
        for (const uint32_t k : set_by) {
            const ptx::Instruction& in = function.body[k];
            if (reads_memory(in)) {
                origin.is_memory = true;
                continue;
            }
            std::vector<uint32_t> next;
            for (size_t operand = 1; operand < in.operands.size(); ++operand)
                ptx::add_registers(in.operands[operand], next);
            if (in.predicated) next.push_back(in.predicate.index);
            for (const uint32_t other : next)
                if (seen.insert(other).second) open.push_back(other);
        }
    }
    return origin;
}

} // namespace

bool is_controlled_by_data(const simt::Program& program, uint32_t pc) {
    const uint32_t index = program.instructions()[pc].function;
    const ptx::Function& function = program.module().functions[index];
    const ptx::Definitions definitions(function);
    const ptx::ControlFlowGraph graph = ptx::build_cfg(function);
    const auto by_data = [&](const ptx::Instruction& in) {
        return in.predicated && origin_of(function, definitions, in.predicate.index).is_memory;
    };
    const uint32_t at = pc - program.first_pc(index);
    if (by_data(function.body[at])) return true;
    std::vector<uint32_t> open{graph.block_of[at]};
    std::set<uint32_t> seen{open.front()};
    while (!open.empty()) {
        const uint32_t goal = open.back();
        open.pop_back();
        for (uint32_t k = 0; k < graph.blocks.size(); ++k) {
            const ptx::BasicBlock& block = graph.blocks[k];
            if (block.successors.size() < 2 || leads_to(graph, block.post_dominator, goal)) continue;
            if (std::ranges::none_of(block.successors, [&](uint32_t next) { return leads_to(graph, next, goal); }))
                continue;
            if (by_data(function.body[block.end - 1])) return true;
            if (seen.insert(k).second) open.push_back(k);
        }
    }
    return false;
}

bool moves_in_loop(const simt::Program& program, uint32_t pc) {
    const uint32_t index = program.instructions()[pc].function;
    const ptx::Function& function = program.module().functions[index];
    const ptx::Definitions definitions(function);
    const auto base = ptx::base_of(function, definitions, function.body[pc - program.first_pc(index)]);
    if (!base || base->base_register == ptx::no_register) return false;
    const Origin origin = origin_of(function, definitions, base->base_register);
    return origin.changes_in_loop && !origin.is_memory;
}

} // namespace warpscope::metrics
