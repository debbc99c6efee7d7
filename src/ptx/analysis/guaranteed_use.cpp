#include "ptx/analysis/guaranteed_use.hpp"

#include <algorithm>
#include <bit>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/definitions.hpp"
#include "ptx/analysis/register_effects.hpp"
#include "ptx/cfg.hpp"

namespace warpscope::ptx {
namespace {

bool brings_one_value(const Instruction& in) {
    return is_move(in) || in.opcode == Opcode::ld || in.opcode == Opcode::selp;
}

/// Returns whether one of two combined conditions can make the other irrelevant.
bool combines_conditions(const Instruction& in) {
    if (in.opcode == Opcode::setp) return in.modifiers.bool_op == BoolOp::and_ || in.modifiers.bool_op == BoolOp::or_;
    return (in.opcode == Opcode::and_ || in.opcode == Opcode::or_) && !in.modifiers.types.empty() &&
           in.modifiers.types[0] == Type::pred;
}

bool moves_bits(const Instruction& in) {
    switch (info_of(in.opcode).kind) {
    case OpcodeKind::conversion: return in.opcode == Opcode::mov || std::ranges::all_of(in.modifiers.types, is_integer);
    case OpcodeKind::logic: return in.opcode != Opcode::xor_;
    case OpcodeKind::arithmetic: break;
    default: return false;
    }
    if (in.opcode == Opcode::bfe || in.opcode == Opcode::bfi) return true;
    const auto factor = in.opcode == Opcode::mul ? constant_of(in.operands[2]) : std::nullopt;
    return factor && std::has_single_bit(*factor);
}

bool has_several_sources(const Instruction& in) {
    size_t registers = 0;
    for (size_t k = 1; k < in.operands.size(); ++k)
        registers += std::ranges::count_if(elements_of(in.operands[k]), [](const auto& o) { return !!register_of(o); });
    return registers > 1;
}

GuaranteedUse use_of_sources(const Instruction& in, GuaranteedUse of_result) {
    if (!moves_bits(in)) return of_result == GuaranteedUse::observable ? GuaranteedUse::computed : of_result;
    // The used bits may come from only one of several sources.
    return has_several_sources(in) ? std::min(of_result, GuaranteedUse::possible) : of_result;
}

class GuaranteedUses {
public:
    GuaranteedUses(const Function& function, GuaranteedUse of_carried)
        : function_(function)
        , of_carried_(of_carried)
        , definitions_(function)
        , loaded_(function.body.size()) {
        const ControlFlowGraph graph = build_cfg(function);
        const Uses none(function.registers.size()), all(function.registers.size(), GuaranteedUse::computed);
        std::vector<Uses> before(graph.blocks.size(), all);
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t b = graph.blocks.size(); b-- > 0;) {
                const BasicBlock& block = graph.blocks[b];
                sure_ = lets_threads_end(block) ? none : all;
                for (const uint32_t next : block.successors)
                    std::ranges::transform(sure_, before[next], sure_.begin(),
                                           [](GuaranteedUse a, GuaranteedUse b) { return std::min(a, b); });
                for (uint32_t k = block.end; k-- > block.first;) pass(k);
                changed = changed || sure_ != before[b];
                before[b] = sure_;
            }
        }
    }
    [[nodiscard]] std::vector<std::vector<GuaranteedUse>> take() { return std::move(loaded_); }

private:
    using Uses = std::vector<GuaranteedUse>;

    /// Returns whether the register receives one of several values. Excludes accumulators.
    [[nodiscard]] bool is_choice(uint32_t reg) const {
        const auto all = definitions_.of(reg);
        return all.size() > 1 &&
               std::ranges::all_of(all, [&](uint32_t k) { return brings_one_value(function_.body[k]); });
    }

    /// Returns whether threads can end after the basic block without a trap.
    [[nodiscard]] bool lets_threads_end(const BasicBlock& block) const {
        if (!block.leaves) return block.successors.empty();
        const Opcode last = function_.body[block.end - 1].opcode;
        return last == Opcode::ret || last == Opcode::exit;
    }

    void use(uint32_t reg, GuaranteedUse how) { sure_[reg] = std::max(sure_[reg], how); }
    void use(const Operand& operand, GuaranteedUse how) {
        for (const Operand& element : elements_of(operand))
            if (const auto reg = register_of(element)) use(*reg, how);
        if (const auto* place = std::get_if<Address>(&operand.value))
            if (const auto* base = std::get_if<Register>(&place->base)) use(base->index, how);
    }

    [[nodiscard]] GuaranteedUse take_result(const Instruction& in, const Operand& result) {
        GuaranteedUse max = GuaranteedUse::none;
        for (const Operand& element : elements_of(result)) {
            const auto reg = register_of(element);
            if (!reg) continue;
            max = std::max(max, sure_[*reg]);
            sure_[*reg] = if_executed(in, GuaranteedUse::none, sure_[*reg]);
        }
        return max;
    }

    [[nodiscard]] static GuaranteedUse if_executed(const Instruction& in, GuaranteedUse how, GuaranteedUse otherwise) {
        return in.predicated ? std::min(std::max(how, otherwise), GuaranteedUse::possible) : how;
    }
    [[nodiscard]] static GuaranteedUse if_executed(const Instruction& in, GuaranteedUse how) {
        return if_executed(in, how, how);
    }

    void pass(uint32_t k) {
        const Instruction& in = function_.body[k];
        const auto& o = in.operands;
        GuaranteedUse of_predicate = GuaranteedUse::possible;
        if (is_load(in)) {
            loaded_[k].clear();
            for (const Operand& element : elements_of(o[0])) loaded_[k].push_back(take_result(in, element));
            use(o[1], if_executed(in, GuaranteedUse::computed));
        } else if (is_store(in)) {
            pass_store(in);
            of_predicate = GuaranteedUse::computed;
        } else if (only_computes(in)) {
            GuaranteedUse sure = take_result(in, o[0]);
            if (in.opcode == Opcode::setp && is_predicate(function_, o[1]))
                sure = std::max(sure, take_result(in, o[1]));
            sure = use_of_sources(in, sure);
            for (size_t s = first_certain_source(in); s < o.size(); ++s) use(o[s], if_executed(in, sure));
            of_predicate = std::max(sure, of_predicate);
        } else {
            of_predicate = pass_other(in);
        }
        for (const CallOperands& call : in.call) {
            use(call.callee, if_executed(in, GuaranteedUse::computed));
            for (const Operand& argument : call.arguments) use(argument, GuaranteedUse::possible);
        }
        if (in.predicated) use(in.predicate.index, of_predicate);
    }

    void pass_store(const Instruction& in) {
        use(in.operands[0], if_executed(in, GuaranteedUse::computed));
        const Space space = in.modifiers.space;
        const bool is_own = space == Space::local || space == Space::param;
        const GuaranteedUse of_value = is_own                   ? GuaranteedUse::possible
                                       : space == Space::shared ? of_carried_
                                                                : GuaranteedUse::observable;
        for (const Operand& element : elements_of(in.operands[1])) {
            const auto reg = register_of(element);
            if (reg && (space == Space::param || !is_choice(*reg))) use(*reg, if_executed(in, of_value));
        }
    }

    GuaranteedUse pass_other(const Instruction& in) {
        const auto use_from = [&](size_t first, GuaranteedUse how) {
            for (size_t k = first; k < in.operands.size(); ++k) use(in.operands[k], if_executed(in, how));
        };
        switch (in.opcode) {
        case Opcode::atom:
            (void)take_result(in, in.operands[0]);
            use_from(1, GuaranteedUse::computed);
            return GuaranteedUse::computed;
        case Opcode::red:
        case Opcode::bra:
        case Opcode::brx:
        case Opcode::ret:
        case Opcode::exit:
        case Opcode::trap:
        case Opcode::call: use_from(0, GuaranteedUse::computed); return GuaranteedUse::computed;
        case Opcode::shfl: {
            (void)take_result(in, in.operands[0]);
            const size_t value = shuffled_operand(function_, in);
            use(in.operands[value], if_executed(in, of_carried_));
            use_from(value + 1, GuaranteedUse::observable);
            return GuaranteedUse::possible;
        }
        default: use_from(0, GuaranteedUse::possible); return GuaranteedUse::possible;
        }
    }

    const Function& function_;
    GuaranteedUse of_carried_;
    Definitions definitions_;
    Uses sure_;
    std::vector<std::vector<GuaranteedUse>> loaded_;
};

} // namespace

bool only_computes(const Instruction& in) {
    // A video instruction may ignore parts of its operands.
    return value_flow(in) == ValueFlow::computes && info_of(in.opcode).kind != OpcodeKind::video &&
           in.operands.size() >= 2;
}

size_t first_certain_source(const Instruction& in) {
    if (combines_conditions(in)) return in.operands.size();
    return in.opcode == Opcode::selp ? in.operands.size() - 1 : 1;
}

std::vector<std::vector<GuaranteedUse>> guaranteed_uses(const Function& function, GuaranteedUse of_carried) {
    return GuaranteedUses(function, of_carried).take();
}

} // namespace warpscope::ptx
