#include "ptx/analysis/base_address.hpp"

#include "ptx/analysis/known_bits.hpp"
#include "ptx/analysis/operands.hpp"

namespace warpscope::ptx {

BaseAddress base_of(const Function& function, const Definitions& definitions, uint32_t reg) {
    BaseAddress base{reg, {}, 0};
    for (uint32_t steps = 0; steps < longest_chain; ++steps) {
        const auto set = definitions.only(base.base_register);
        if (!set) break;
        const Instruction& in = function.body[*set];
        const bool copies = (in.opcode == Opcode::mov || in.opcode == Opcode::cvta) && in.operands.size() == 2;
        // Compilers use `or` if the sum has no carry.
        const bool adds = (in.opcode == Opcode::add || in.opcode == Opcode::or_) && in.operands.size() == 3;
        const auto number = adds ? constant_of(in.operands[2]) : std::nullopt;
        if (!copies && !number) break;
        const int64_t offset = base.offset + static_cast<int64_t>(number.value_or(0));
        if (const auto* const symbol = std::get_if<SymbolRef>(&in.operands[1].value))
            return {no_register, symbol->name, offset + symbol->offset};
        const auto source = register_of(in.operands[1]);
        if (!source) break;
        base.base_register = *source;
        base.offset = offset;
    }
    return base;
}

std::optional<BaseAddress> base_of(const Function& function, const Definitions& definitions, const Operand& operand) {
    const auto* const address = std::get_if<Address>(&operand.value);
    if (address == nullptr) return std::nullopt;
    if (const auto* const symbol = std::get_if<SymbolRef>(&address->base))
        return BaseAddress{no_register, symbol->name, address->offset + symbol->offset};
    const auto* const reg = std::get_if<Register>(&address->base);
    if (reg == nullptr) return std::nullopt;
    BaseAddress base = base_of(function, definitions, reg->index);
    base.offset += address->offset;
    return base;
}

std::optional<BaseAddress> base_of(const Function& function, const Definitions& definitions,
                                   const Instruction& access) {
    for (const Operand& operand : access.operands)
        if (auto base = base_of(function, definitions, operand)) return base;
    return std::nullopt;
}

} // namespace warpscope::ptx
