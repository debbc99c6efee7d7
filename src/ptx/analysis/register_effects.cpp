#include "ptx/analysis/register_effects.hpp"

#include "ptx/analysis/operands.hpp"

namespace warpscope::ptx {

void add_registers(const Operand& operand, std::vector<uint32_t>& to) {
    if (const auto* place = std::get_if<Address>(&operand.value))
        if (const auto* base = std::get_if<Register>(&place->base)) to.push_back(base->index);
    for (const Operand& element : elements_of(operand))
        if (const auto reg = register_of(element)) to.push_back(*reg);
}

size_t destinations(const Function& function, const Instruction& in) {
    if (in.operands.empty()) return 0;
    switch (in.opcode) {
    case Opcode::wmma: // wmma.store begins with an address
    case Opcode::mbarrier: return std::holds_alternative<Address>(in.operands[0].value) ? 0 : 1;
    case Opcode::bar:
    case Opcode::barrier: return in.modifiers.mode == Mode::red ? 1 : 0;
    default: break;
    }
    const std::string_view form = info_of(in.opcode).operands;
    if (!form.starts_with('d') && !form.starts_with('p')) return 0;
    const bool may_be_pair = form.find('|') != std::string_view::npos;
    return may_be_pair && in.operands.size() > 1 && is_predicate(function, in.operands[1]) ? 2 : 1;
}

RegisterEffects effects_of(const Function& function, const Instruction& in) {
    RegisterEffects effects;
    const size_t written = destinations(function, in);
    for (size_t k = 0; k < in.operands.size(); ++k)
        add_registers(in.operands[k], k < written ? effects.writes : effects.reads);
    for (const CallOperands& call : in.call) {
        add_registers(call.callee, effects.reads);
        for (const Operand& argument : call.arguments) add_registers(argument, effects.reads);
        for (const Operand& result : call.results) add_registers(result, effects.writes);
    }
    if (in.predicated) effects.reads.push_back(in.predicate.index);
    return effects;
}

ValueFlow value_flow(const Instruction& in) {
    switch (in.opcode) {
    case Opcode::ld:
    case Opcode::ldu: return ValueFlow::loads;
    case Opcode::st:
    case Opcode::red: return ValueFlow::stores;
    case Opcode::atom: return ValueFlow::exchanges;
    case Opcode::shfl: return ValueFlow::from_lane;
    case Opcode::activemask:
    case Opcode::elect:
    case Opcode::match:
    case Opcode::redux:
    case Opcode::vote: return ValueFlow::from_lanes;
    case Opcode::bar:
    case Opcode::barrier: return in.modifiers.mode == Mode::red ? ValueFlow::from_lanes : ValueFlow::nothing;
    case Opcode::call: return ValueFlow::calls;
    case Opcode::cp:
    case Opcode::mbarrier: return ValueFlow::elsewhere;
    default: break;
    }
    const OpcodeInfo& info = info_of(in.opcode);
    switch (info.kind) {
    case OpcodeKind::arithmetic:
    case OpcodeKind::comparison:
    case OpcodeKind::logic:
    case OpcodeKind::conversion:
    case OpcodeKind::video: return ValueFlow::computes;
    case OpcodeKind::matrix:
    case OpcodeKind::texture: return ValueFlow::elsewhere;
    case OpcodeKind::control:
    case OpcodeKind::memory:
    case OpcodeKind::misc:
    case OpcodeKind::warp: break;
    }
    return info.operands.starts_with('d') ? ValueFlow::elsewhere : ValueFlow::nothing;
}

} // namespace warpscope::ptx
