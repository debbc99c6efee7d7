#include "metrics/races/program/barrier_reachability.hpp"

#include <algorithm>
#include <vector>

#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::metrics {
namespace {

bool waits_for_block(const ptx::Instruction& in) {
    const bool barrier = in.opcode == ptx::Opcode::bar || in.opcode == ptx::Opcode::barrier;
    return barrier && !in.predicated && in.modifiers.mode != ptx::Mode::warp && in.modifiers.mode != ptx::Mode::arrive;
}

} // namespace

bool leads_to(const ptx::ControlFlowGraph& graph, uint32_t block, uint32_t later) {
    while (block != later && block != ptx::function_end) block = graph.blocks[block].post_dominator;
    return block == later;
}

bool may_repeat(const simt::Program& program, uint32_t pc) {
    const std::vector<simt::InstructionInfo>& instructions = program.instructions();
    const simt::InstructionInfo& own = instructions[pc];
    const auto is_copy = [&](const simt::InstructionInfo& other) {
        return other.function == own.function && other.source == own.source &&
               ptx::head_of(other.text) == ptx::head_of(own.text);
    };
    if (own.source.line != 0 && std::ranges::count_if(instructions, is_copy) > 1) return true;
    const ptx::ControlFlowGraph graph = ptx::build_cfg(program.module().functions[own.function]);
    const uint32_t start = graph.block_of[pc - program.first_pc(own.function)];
    std::vector<bool> is_seen(graph.blocks.size());
    std::vector<uint32_t> pending = graph.blocks[start].successors;
    while (!pending.empty()) {
        const uint32_t block = pending.back();
        pending.pop_back();
        if (block == start) return true;
        if (block == ptx::function_end || is_seen[block]) continue;
        is_seen[block] = true;
        pending.insert(pending.end(), graph.blocks[block].successors.begin(), graph.blocks[block].successors.end());
    }
    return false;
}

bool is_after_barrier(const simt::Program& program, uint32_t pc) {
    const std::vector<simt::InstructionInfo>& instructions = program.instructions();
    uint32_t first_pc = pc;
    while (first_pc > 0 && instructions[first_pc - 1].function == instructions[pc].function) --first_pc;
    const ptx::Function& function = program.module().functions[instructions[pc].function];
    if (function.body[pc - first_pc].predicated) return false;
    const ptx::ControlFlowGraph graph = ptx::build_cfg(function);
    const uint32_t goal = graph.block_of[pc - first_pc];
    for (uint32_t k = 0; k < function.body.size(); ++k) {
        if (!waits_for_block(function.body[k])) continue;
        const uint32_t from = graph.block_of[k];
        if (from == goal ? k < pc - first_pc : leads_to(graph, from, goal)) return true;
    }
    return false;
}

bool reaches_without_barrier(const simt::Program& program, uint32_t from, uint32_t to) {
    const uint32_t function_index = program.instructions()[from].function;
    if (program.instructions()[to].function != function_index) return false;
    const ptx::Function& function = program.module().functions[function_index];
    const ptx::ControlFlowGraph graph = ptx::build_cfg(function);
    const uint32_t first_pc = program.first_pc(function_index), start = from - first_pc, goal = to - first_pc;
    std::vector<uint32_t> pending;
    std::vector<bool> is_seen(graph.blocks.size());
    const auto finds_goal = [&](const ptx::BasicBlock& block, uint32_t k) {
        while (k < block.end && k != goal && !waits_for_block(function.body[k])) ++k;
        if (k < block.end) return k == goal;
        for (const uint32_t successor : block.successors) {
            if (successor == ptx::function_end || is_seen[successor]) continue;
            is_seen[successor] = true;
            pending.push_back(successor);
        }
        return false;
    };
    if (finds_goal(graph.blocks[graph.block_of[start]], start + 1)) return true;
    while (!pending.empty()) {
        const ptx::BasicBlock& block = graph.blocks[pending.back()];
        pending.pop_back();
        if (finds_goal(block, block.first)) return true;
    }
    return false;
}

} // namespace warpscope::metrics
