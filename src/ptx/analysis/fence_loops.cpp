#include "ptx/analysis/fence_loops.hpp"

#include <algorithm>

#include "ptx/analysis/reachability.hpp"

namespace warpscope::ptx {
namespace {

bool is_fence(const Module& module, const Instruction& instruction, const std::vector<uint8_t>& fencing) {
    if (instruction.opcode == Opcode::membar || instruction.opcode == Opcode::fence) return true;
    if (instruction.opcode != Opcode::call || instruction.call.empty()) return false;
    const auto* const symbol = std::get_if<SymbolRef>(&instruction.call.front().callee.value);
    const Function* const callee = symbol == nullptr ? nullptr : module.find_function(symbol->name);
    return callee != nullptr && fencing[static_cast<size_t>(callee - module.functions.data())] != 0;
}

} // namespace

std::vector<uint8_t> functions_with_fences(const Module& module) {
    std::vector<uint8_t> fencing(module.functions.size());
    for (bool more = true; more;) {
        more = false;
        for (size_t f = 0; f < fencing.size(); ++f) {
            const auto& body = module.functions[f].body;
            if (fencing[f] != 0 || std::ranges::none_of(body, [&](const Instruction& instruction) {
                    return is_fence(module, instruction, fencing);
                }))
                continue;
            fencing[f] = 1;
            more = true;
        }
    }
    return fencing;
}

std::vector<uint8_t> in_loops_with_fences(const Module& module, const Function& function,
                                          const std::vector<uint8_t>& fencing) {
    if (fencing[static_cast<size_t>(&function - module.functions.data())] == 0) return {};
    const ControlFlowGraph flow = build_cfg(function);
    Reachability ways(flow);
    std::vector<uint8_t> blocks(flow.blocks.size()), result(function.body.size());
    for (uint32_t k = 0; k < function.body.size(); ++k) {
        const uint32_t here = flow.block_of[k];
        if (!is_fence(module, function.body[k], fencing) || blocks[here] != 0) continue;
        for (uint32_t b = 0; b < blocks.size(); ++b)
            if (ways.are_in_one_loop(here, b)) blocks[b] = 1;
    }
    for (size_t k = 0; k < result.size(); ++k) result[k] = blocks[flow.block_of[k]];
    return result;
}

} // namespace warpscope::ptx
