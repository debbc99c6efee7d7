#include "metrics/sure_uses.hpp"

#include <algorithm>

#include "metrics/instruction_forms.hpp"
#include "ptx/cfg.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

bool brings_one_value(const ptx::Instruction& in) {
    return is_move(in) || in.opcode == Opcode::ld || in.opcode == Opcode::selp;
}

/// and or or of predicates, also as the last part of a comparison: one side may make the other one irrelevant.
bool combines_conditions(const ptx::Instruction& in) {
    if (in.opcode == Opcode::setp)
        return in.modifiers.bool_op == ptx::BoolOp::and_ || in.modifiers.bool_op == ptx::BoolOp::or_;
    return (in.opcode == Opcode::and_ || in.opcode == Opcode::or_) && !in.modifiers.types.empty() &&
           in.modifiers.types[0] == ptx::Type::pred;
}

/// Goes backwards from what has an effect, as the liveness of registers is found; where ways part, both must use it.
class SureUses {
public:
    explicit SureUses(const ptx::Function& function)
        : function_(function)
        , set_by_(function.registers.size())
        , loaded_(function.body.size()) {
        for (const ptx::Instruction& in : function.body) count_definitions(in);
        const ptx::ControlFlowGraph graph = ptx::build_cfg(function);
        const std::vector<bool> none(function.registers.size()), all(function.registers.size(), true);
        std::vector<std::vector<bool>> before(graph.blocks.size(), all); // by block
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t b = graph.blocks.size(); b-- > 0;) {
                const ptx::BasicBlock& block = graph.blocks[b];
                sure_ = block.leaves || block.successors.empty() ? none : all;
                for (const uint32_t next : block.successors)
                    for (size_t reg = 0; reg < sure_.size(); ++reg) sure_[reg] = sure_[reg] && before[next][reg];
                for (uint32_t k = block.end; k-- > block.first;) pass(k);
                changed = changed || sure_ != before[b];
                before[b] = sure_;
            }
        }
    }
    [[nodiscard]] std::vector<std::vector<bool>> take() { return std::move(loaded_); }

private:
    struct Definitions {
        uint32_t count = 0;
        bool computed = false; // by some of them
    };

    void count_definitions(const ptx::Instruction& in) {
        for (const ptx::CallOperands& call : in.call)
            for (const ptx::Operand& result : call.results)
                if (const auto reg = register_of(result)) set_by_[*reg].computed = true;
        if (is_store(in) || in.operands.empty()) return;
        for (const ptx::Operand& element : elements_of(in.operands[0]))
            if (const auto reg = register_of(element)) {
                ++set_by_[*reg].count;
                set_by_[*reg].computed = set_by_[*reg].computed || !brings_one_value(in);
            }
    }

    /// Whether the register gets one of several values. A sum that is added up in place is none of them.
    [[nodiscard]] bool is_choice(uint32_t reg) const { return set_by_[reg].count > 1 && !set_by_[reg].computed; }

    void use(uint32_t reg) { sure_[reg] = true; }
    void use(const ptx::Operand& operand) {
        for (const ptx::Operand& element : elements_of(operand))
            if (const auto reg = register_of(element)) use(*reg);
        if (const auto* place = std::get_if<ptx::Address>(&operand.value))
            if (const auto* base = std::get_if<ptx::Register>(&place->base)) use(base->index);
    }

    [[nodiscard]] bool is_predicate(const ptx::Operand& operand) const {
        const auto reg = register_of(operand);
        return reg && function_.registers[*reg].type == ptx::Type::pred;
    }

    /// Whether one of its registers is used behind the instruction; no longer so in front of it.
    [[nodiscard]] bool take_result(const ptx::Instruction& in, const ptx::Operand& result) {
        bool sure = false;
        for (const ptx::Operand& element : elements_of(result)) {
            const auto reg = register_of(element);
            sure = sure || (reg && sure_[*reg]);
            if (reg && !in.predicated) sure_[*reg] = false;
        }
        return sure;
    }

    /// From what is surely used behind an instruction to what is in front of it.
    void pass(uint32_t k) {
        const ptx::Instruction& in = function_.body[k];
        const auto& o = in.operands;
        if (is_load(in)) {
            loaded_[k].clear();
            for (const ptx::Operand& element : elements_of(o[0])) loaded_[k].push_back(take_result(in, element));
            use(o[1]);
        } else if (is_store(in)) {
            pass_store(in);
        } else if (only_computes(in)) {
            bool sure = take_result(in, o[0]);
            if (in.opcode == Opcode::setp && is_predicate(o[1])) sure = take_result(in, o[1]) || sure; // p|q
            for (size_t s = first_certain_source(in); s < o.size() && sure; ++s) use(o[s]);
        } else {
            for (const ptx::Operand& operand : o) use(operand);
        }
        for (const ptx::CallOperands& call : in.call) {
            use(call.callee);
            for (const ptx::Operand& argument : call.arguments) use(argument);
        }
        if (in.predicated) use(in.predicate.index);
    }

    void pass_store(const ptx::Instruction& in) {
        use(in.operands[0]);
        for (const ptx::Operand& element : elements_of(in.operands[1])) {
            const auto reg = register_of(element);
            if (reg && (in.modifiers.space == ptx::Space::param || !is_choice(*reg))) use(*reg);
        }
    }

    const ptx::Function& function_;
    std::vector<Definitions> set_by_;       // by register
    std::vector<bool> sure_;                // likewise, at the present instruction
    std::vector<std::vector<bool>> loaded_; // by instruction
};

} // namespace

bool only_computes(const ptx::Instruction& in) {
    switch (ptx::info_of(in.opcode).kind) {
    case ptx::OpcodeKind::arithmetic:
    case ptx::OpcodeKind::comparison:
    case ptx::OpcodeKind::logic:
    case ptx::OpcodeKind::conversion: return in.operands.size() >= 2;
    default: return false;
    }
}

size_t first_certain_source(const ptx::Instruction& in) {
    if (combines_conditions(in)) return in.operands.size();
    return in.opcode == Opcode::selp ? in.operands.size() - 1 : 1;
}

std::vector<std::vector<bool>> surely_used(const ptx::Function& function) { return SureUses(function).take(); }

} // namespace warpscope::metrics
