#include "metrics/wait_loads.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <variant>

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

const ptx::Register* as_register(const ptx::Operand& operand) { return std::get_if<ptx::Register>(&operand.value); }

bool reads_any(const ptx::Instruction& in, const std::set<uint32_t>& registers) {
    return std::any_of(in.operands.begin() + 1, in.operands.end(), [&](const ptx::Operand& operand) {
        const ptx::Register* const source = as_register(operand);
        return source != nullptr && registers.contains(source->index);
    });
}

/// Whether the branch at the end of the load's block depends on what the load reads.
bool decides_branch(const ptx::Function& function, const ptx::BasicBlock& block, uint32_t load) {
    const ptx::Register* const value = as_register(function.body[load].operands[0]);
    if (value == nullptr) return false;
    std::set<uint32_t> depends{value->index};
    for (uint32_t k = load + 1; k < block.end; ++k) {
        const ptx::Instruction& in = function.body[k];
        if (in.opcode == Opcode::bra) return in.predicated && depends.contains(in.predicate.index);
        if (in.operands.empty() || !reads_any(in, depends)) continue;
        if (const ptx::Register* const target = as_register(in.operands[0])) depends.insert(target->index);
    }
    return false;
}

bool is_in_loop(const ptx::ControlFlowGraph& graph, uint32_t block) {
    std::vector<uint32_t> open = graph.blocks[block].successors;
    std::vector<bool> seen(graph.blocks.size());
    while (!open.empty()) {
        const uint32_t next = open.back();
        open.pop_back();
        if (next == block) return true;
        if (seen[next]) continue;
        seen[next] = true;
        const std::vector<uint32_t>& more = graph.blocks[next].successors;
        open.insert(open.end(), more.begin(), more.end());
    }
    return false;
}

/// The text between the brackets, or the variable whose address a register between them is; empty when there is none.
std::string address_text(const ptx::Function& function, const ptx::Instruction& in) {
    const size_t begin = in.text.find('['), end = in.text.find(']');
    if (begin == std::string::npos || end == std::string::npos) return {};
    const std::string text = in.text.substr(begin + 1, end - begin - 1);
    std::string variable;
    for (const ptx::Instruction& other : function.body) {
        if ((other.opcode != Opcode::mov && other.opcode != Opcode::cvta) || other.operands.size() != 2) continue;
        const size_t comma = other.text.find(", "), space = other.text.find_last_of(" \t", comma);
        if (comma == std::string::npos || space == std::string::npos) continue;
        if (other.text.substr(space + 1, comma - space - 1) != text) continue;
        if (!variable.empty()) return text; // set in several places
        variable = other.text.substr(comma + 2, other.text.find(';') - comma - 2);
    }
    return variable.empty() || variable.starts_with('%') ? text : variable;
}

/// Registers that hold the same value as `first` somewhere, by way of moves.
std::set<uint32_t> copies_of(const ptx::Function& function, uint32_t first) {
    std::set<uint32_t> copies{first};
    for (size_t before = 0; before != copies.size();) {
        before = copies.size();
        for (const ptx::Instruction& in : function.body)
            if (in.opcode == Opcode::mov && in.operands.size() == 2 && reads_any(in, copies))
                if (const ptx::Register* const target = as_register(in.operands[0])) copies.insert(target->index);
    }
    return copies;
}

bool is_guess(const ptx::Function& function, uint32_t load) {
    const std::string address = address_text(function, function.body[load]);
    const ptx::Register* const value = as_register(function.body[load].operands[0]);
    if (value == nullptr || address.empty()) return false;
    return std::any_of(function.body.begin(), function.body.end(), [&](const ptx::Instruction& in) {
        if (in.opcode != Opcode::atom || in.modifiers.atomic != ptx::AtomicOp::cas || in.operands.size() < 4 ||
            address_text(function, in) != address)
            return false;
        const ptx::Register* const compared = as_register(in.operands[2]);
        return compared != nullptr && copies_of(function, value->index).contains(compared->index);
    });
}

} // namespace

WaitLoads find_wait_loads(const ptx::Function& function, const ptx::ControlFlowGraph& graph) {
    WaitLoads out;
    for (uint32_t k = 0; k < function.body.size(); ++k) {
        const ptx::Instruction& in = function.body[k];
        if (in.opcode != Opcode::ld || in.operands.size() != 2) continue;
        const uint32_t block = graph.block_of[k];
        const bool is_volatile = in.modifiers.semantics == ptx::Semantics::volatile_;
        if (is_volatile && decides_branch(function, graph.blocks[block], k) && is_in_loop(graph, block))
            out.waiting.push_back(k);
        const ptx::Space space = in.modifiers.space;
        const bool elsewhere = space == ptx::Space::local || space == ptx::Space::param || space == ptx::Space::const_;
        if (!is_volatile && !elsewhere && is_guess(function, k)) out.guesses.push_back(k);
    }
    return out;
}

} // namespace warpscope::metrics
