#include "metrics/races/program/same_address.hpp"

#include <fmt/format.h>

#include "ptx/analysis/operands.hpp"

namespace warpscope::metrics {
namespace {

using ptx::Opcode;

constexpr uint32_t longest_chain = 16;

} // namespace

std::string AddressTexts::of_access(const ptx::Instruction& in) const {
    for (const ptx::Operand& operand : in.operands)
        if (const auto* const place = std::get_if<ptx::Address>(&operand.value)) {
            if (const auto* const symbol = std::get_if<ptx::SymbolRef>(&place->base))
                return fmt::format("{}+{}", symbol->name, place->offset + symbol->offset);
            if (const auto* const reg = std::get_if<ptx::Register>(&place->base))
                return of_register(reg->index, place->offset);
        }
    return {};
}

/// Follows moves, conversions of addresses and sums with constants, as long as each register is set in one place.
std::string AddressTexts::of_register(uint32_t reg, int64_t offset) const {
    for (uint32_t steps = 0; steps < longest_chain; ++steps) {
        const auto set = definitions_.only(reg);
        if (!set) break;
        const ptx::Instruction& in = function_.body[*set];
        const bool copies = (in.opcode == Opcode::mov || in.opcode == Opcode::cvta) && in.operands.size() == 2;
        const auto* const number = in.operands.size() == 3 && in.opcode == Opcode::add
                                       ? std::get_if<ptx::Immediate>(&in.operands[2].value)
                                       : nullptr;
        if (!copies && number == nullptr) break;
        if (const auto* const symbol = std::get_if<ptx::SymbolRef>(&in.operands[1].value))
            return fmt::format("{}+{}", symbol->name, offset + symbol->offset);
        const auto source = register_of(in.operands[1]);
        if (!source) break;
        reg = *source;
        if (number != nullptr) offset += static_cast<int64_t>(number->bits);
    }
    return fmt::format("%{}+{}", reg, offset);
}

} // namespace warpscope::metrics
