#include "metrics/races/program/control_independence.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/definitions.hpp"
#include "ptx/analysis/reachability.hpp"
#include "ptx/cfg.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

bool is_decided_by_operands(const ptx::Function& function, const ptx::Instruction& in) {
    switch (in.opcode) {
    case Opcode::ld: return in.modifiers.space == ptx::Space::const_ || loads_argument(function, in);
    case Opcode::mov:
    case Opcode::cvt:
    case Opcode::setp:
    case Opcode::selp:
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::mad:
    case Opcode::div:
    case Opcode::rem:
    case Opcode::neg:
    case Opcode::min:
    case Opcode::max:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::shl:
    case Opcode::shr: return true;
    default: return false;
    }
}

class FixedRegisters {
public:
    explicit FixedRegisters(const ptx::Function& function)
        : function_(function)
        , definitions_(function)
        , fixed_(function.registers.size()) {
        for (bool more = true; more;) {
            more = false;
            for (const ptx::Instruction& in : function.body) more = learn(in) || more;
        }
    }

    [[nodiscard]] bool contains(const ptx::Register& one) const { return fixed_[one.index]; }

private:
    bool learn(const ptx::Instruction& in) {
        if (in.predicated || !is_decided_by_operands(function_, in) || in.operands.empty()) return false;
        const auto target = register_of(in.operands[0]);
        if (!target || fixed_[*target] || !definitions_.only(*target)) return false;
        const bool all = std::all_of(in.operands.begin() + 1, in.operands.end(), [&](const ptx::Operand& source) {
            if (const auto* const other = std::get_if<ptx::Register>(&source.value)) return contains(*other);
            if (const auto* const special = std::get_if<ptx::SpecialRegister>(&source.value))
                return is_fixed(special->which);
            return std::holds_alternative<ptx::Immediate>(source.value) ||
                   std::holds_alternative<ptx::SymbolRef>(source.value) ||
                   (in.opcode == Opcode::ld && std::holds_alternative<ptx::Address>(source.value));
        });
        if (all) fixed_[*target] = true;
        return all;
    }
    static bool is_fixed(ptx::Special which) {
        switch (which) {
        case ptx::Special::tid:
        case ptx::Special::ntid:
        case ptx::Special::ctaid:
        case ptx::Special::nctaid:
        case ptx::Special::laneid: return true;
        default: return false;
        }
    }

    const ptx::Function& function_;
    ptx::Definitions definitions_;
    std::vector<bool> fixed_;
};

} // namespace

bool is_control_independent(const simt::Program& program, uint32_t earlier, uint32_t later) {
    const std::vector<simt::InstructionInfo>& instructions = program.instructions();
    if (instructions[earlier].function != instructions[later].function) return false;
    uint32_t first_pc = std::min(earlier, later);
    while (first_pc > 0 && instructions[first_pc - 1].function == instructions[earlier].function) --first_pc;
    const ptx::Function& function = program.module().functions[instructions[earlier].function];
    const FixedRegisters fixed(function);
    const auto depends = [&](const ptx::Instruction& in) { return in.predicated && !fixed.contains(in.predicate); };
    if (depends(function.body[later - first_pc])) return false;
    const ptx::ControlFlowGraph graph = ptx::build_cfg(function);
    const uint32_t goal = graph.block_of[later - first_pc], start = graph.block_of[earlier - first_pc];
    if (start == goal && earlier < later) return true;
    ptx::Reachability ways(graph);
    const auto leads = [&](uint32_t block) { return ways.is_at_or_leads(block, goal); };
    // Visits all paths from `earlier`. Ignores exits whose predicate depends only on indices and arguments: the lane
    // reached `later`, so it does not take them.
    std::vector<uint32_t> open{start};
    std::vector<bool> seen(graph.blocks.size());
    while (!open.empty()) {
        const ptx::BasicBlock& block = graph.blocks[open.back()];
        open.pop_back();
        const ptx::Instruction& end = function.body[block.end - 1];
        const bool decides = depends(end) || end.opcode == Opcode::brx;
        if (block.leaves && (decides || !end.predicated)) return false;
        for (const uint32_t next : block.successors) {
            if (!leads(next) && decides) return false;
            if (next == goal || seen[next] || !leads(next)) continue;
            seen[next] = true;
            open.push_back(next);
        }
    }
    return true;
}

} // namespace warpscope::metrics
