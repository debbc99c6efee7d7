#include "simt/analysis/fence_loops.hpp"

#include <algorithm>
#include <utility>

#include "ptx/cfg.hpp"

namespace warpscope::simt {
namespace {

using Edges = std::vector<uint32_t> ptx::BasicBlock::*;

/// Blocks to which some way of at least one edge leads from `from`.
std::vector<uint8_t> reached(const ptx::ControlFlowGraph& flow, uint32_t from, Edges edges) {
    std::vector<uint8_t> seen(flow.blocks.size());
    std::vector<uint32_t> open{from};
    while (!open.empty()) {
        const uint32_t block = open.back();
        open.pop_back();
        for (const uint32_t next : flow.blocks[block].*edges)
            if (std::exchange(seen[next], uint8_t{1}) == 0) open.push_back(next);
    }
    return seen;
}

bool is_fence(const ptx::Module& module, const ptx::Instruction& instruction, const std::vector<uint8_t>& fencing) {
    if (instruction.opcode == ptx::Opcode::membar || instruction.opcode == ptx::Opcode::fence) return true;
    if (instruction.opcode != ptx::Opcode::call || instruction.call.empty()) return false;
    const auto* const symbol = std::get_if<ptx::SymbolRef>(&instruction.call.front().callee.value);
    const ptx::Function* const callee = symbol == nullptr ? nullptr : module.find_function(symbol->name);
    return callee != nullptr && fencing[static_cast<size_t>(callee - module.functions.data())] != 0;
}

/// By block, whether it lies in one loop with `block`: on some way from there back to it.
std::vector<uint8_t> around(const ptx::ControlFlowGraph& flow, uint32_t block) {
    std::vector<uint8_t> both = reached(flow, block, &ptx::BasicBlock::successors);
    const std::vector<uint8_t> before = reached(flow, block, &ptx::BasicBlock::predecessors);
    for (size_t b = 0; b < both.size(); ++b) both[b] = both[b] & before[b];
    return both;
}

} // namespace

std::vector<uint8_t> functions_with_fences(const ptx::Module& module) {
    std::vector<uint8_t> fencing(module.functions.size());
    for (bool more = true; more;) {
        more = false;
        for (size_t f = 0; f < fencing.size(); ++f) {
            const auto& body = module.functions[f].body;
            if (fencing[f] != 0 || std::ranges::none_of(body, [&](const ptx::Instruction& instruction) {
                    return is_fence(module, instruction, fencing);
                }))
                continue;
            fencing[f] = 1;
            more = true;
        }
    }
    return fencing;
}

std::vector<uint8_t> in_loops_with_fences(const ptx::Module& module, const ptx::Function& function,
                                          const std::vector<uint8_t>& fencing) {
    if (fencing[static_cast<size_t>(&function - module.functions.data())] == 0) return {};
    const ptx::ControlFlowGraph flow = ptx::build_cfg(function);
    std::vector<uint8_t> blocks(flow.blocks.size()), result(function.body.size());
    for (uint32_t k = 0; k < function.body.size(); ++k) {
        const uint32_t here = flow.block_of[k];
        if (!is_fence(module, function.body[k], fencing) || blocks[here] != 0) continue;
        const std::vector<uint8_t> loop = around(flow, here);
        for (size_t b = 0; b < blocks.size(); ++b)
            if (loop[b] != 0) blocks[b] = 1;
    }
    for (size_t k = 0; k < result.size(); ++k) result[k] = blocks[flow.block_of[k]];
    return result;
}

} // namespace warpscope::simt
