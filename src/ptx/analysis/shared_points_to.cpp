#include "ptx/analysis/shared_points_to.hpp"

#include <algorithm>

#include "ptx/analysis/operands.hpp"
#include "ptx/analysis/register_effects.hpp"

namespace warpscope::ptx {
namespace {

/// Variable from which a value derives, or one of these: unset, foreign (no variable), anything.
using Origin = uint32_t;
constexpr Origin unset = ~0u, foreign = ~0u - 1, anything = ~0u - 2;

bool is_variable(Origin origin) { return origin < anything; }

Origin joined(Origin a, Origin b) {
    if (a == unset) return b;
    return b == unset || a == b ? a : anything;
}

Origin mixed(Origin a, Origin b) {
    if (a == unset || b == unset) return unset;
    return a == foreign && b == foreign ? foreign : anything;
}

Origin sum(Origin a, Origin b) {
    if (is_variable(a) && b == foreign) return a;
    if (is_variable(b) && a == foreign) return b;
    return mixed(a, b);
}

class PointsTo {
public:
    PointsTo(const Function& function, const std::function<uint32_t(const std::string&)>& variable_of)
        : function_(function)
        , variable_of_(variable_of)
        , registers_(function.registers.size(), unset) {}

    std::vector<uint32_t> run() {
        do {
            changed_ = false;
            for (const Instruction& in : function_.body) visit(in);
        } while (changed_);
        std::vector<uint32_t> targets;
        for (const Instruction& in : function_.body) targets.push_back(target(in));
        return targets;
    }

private:
    [[nodiscard]] Origin of_symbol(const std::string& name) const {
        const uint32_t variable = variable_of_(name);
        return variable == no_shared_variable ? foreign : variable;
    }

    [[nodiscard]] Origin of(const Operand& operand) const {
        if (const auto* reg = std::get_if<Register>(&operand.value)) return registers_[reg->index];
        if (const auto* symbol = std::get_if<SymbolRef>(&operand.value)) return of_symbol(symbol->name);
        Origin all = foreign;
        if (const auto* vector = std::get_if<VectorOperand>(&operand.value))
            for (const Operand& element : vector->elements) all = mixed(all, of(element));
        return all;
    }

    void set(const Operand& operand, Origin origin) {
        if (const auto* vector = std::get_if<VectorOperand>(&operand.value)) {
            for (const Operand& element : vector->elements) set(element, is_variable(origin) ? anything : origin);
        } else if (const auto* reg = std::get_if<Register>(&operand.value)) {
            Origin& known = registers_[reg->index];
            const Origin now = joined(known, origin);
            changed_ = changed_ || now != known;
            known = now;
        }
    }

    /// If a value of origin `anything` is stored, any load may return it.
    void goes_to_memory(Origin origin) {
        if (origin != anything || memory_ == anything) return;
        memory_ = anything;
        changed_ = true;
    }

    [[nodiscard]] Origin result(const Instruction& in, size_t first) const {
        const std::vector<Operand>& o = in.operands;
        switch (in.opcode) {
        case Opcode::mov:
        case Opcode::cvta:
        case Opcode::cvt:
            if (o.size() == 2 && !std::holds_alternative<VectorOperand>(o[1].value)) return of(o[1]);
            break;
        case Opcode::add:
            if (o.size() == 3) return sum(of(o[1]), of(o[2]));
            break;
        case Opcode::sub:
            if (o.size() == 3 && of(o[2]) == foreign) return of(o[1]);
            break;
        case Opcode::mad:
            if (o.size() == 4 && of(o[1]) == foreign && of(o[2]) == foreign) return of(o[3]);
            break;
        default: break;
        }
        const ValueFlow flow = value_flow(in);
        if (flow == ValueFlow::loads || flow == ValueFlow::exchanges) return memory_;
        Origin all = foreign;
        for (size_t k = first; k < o.size(); ++k) all = mixed(all, of(o[k]));
        return all;
    }

    void visit(const Instruction& in) {
        for (const CallOperands& call : in.call) {
            for (const Operand& operand : call.arguments) goes_to_memory(of(operand));
            for (const Operand& operand : call.results) set(operand, anything);
        }
        const ValueFlow flow = value_flow(in);
        if (flow == ValueFlow::stores || flow == ValueFlow::exchanges)
            for (size_t k = 1; k < in.operands.size(); ++k) goes_to_memory(of(in.operands[k]));
        const size_t written = destinations(function_, in);
        if (written == 0) return;
        const Origin origin = result(in, written);
        for (size_t k = 0; k < written; ++k) set(in.operands[k], origin);
    }

    [[nodiscard]] uint32_t target(const Instruction& in) const {
        const OpcodeKind kind = info_of(in.opcode).kind;
        if (kind != OpcodeKind::memory && kind != OpcodeKind::matrix) return no_shared_variable;
        for (const Operand& operand : in.operands)
            if (const auto* place = std::get_if<Address>(&operand.value)) {
                Origin origin = foreign;
                if (const auto* reg = std::get_if<Register>(&place->base)) origin = registers_[reg->index];
                if (const auto* symbol = std::get_if<SymbolRef>(&place->base)) origin = of_symbol(symbol->name);
                return is_variable(origin) ? origin : no_shared_variable;
            }
        return no_shared_variable;
    }

    const Function& function_;
    const std::function<uint32_t(const std::string&)>& variable_of_;
    std::vector<Origin> registers_;
    Origin memory_ = foreign;
    bool changed_ = false;
};

} // namespace

std::vector<uint32_t> shared_targets(const Function& function,
                                     const std::function<uint32_t(const std::string&)>& variable_of) {
    return PointsTo(function, variable_of).run();
}

} // namespace warpscope::ptx
