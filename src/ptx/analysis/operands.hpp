#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

[[nodiscard]] inline std::optional<uint32_t> register_of(const Operand& operand) {
    if (const auto* reg = std::get_if<Register>(&operand.value)) return reg->index;
    return std::nullopt;
}
[[nodiscard]] inline std::optional<uint64_t> constant_of(const Operand& operand) {
    if (const auto* value = std::get_if<Immediate>(&operand.value); value != nullptr && !value->floating)
        return value->bits;
    return std::nullopt;
}
[[nodiscard]] inline std::span<const Operand> elements_of(const Operand& operand) {
    if (const auto* vector = std::get_if<VectorOperand>(&operand.value)) return vector->elements;
    return {&operand, 1};
}
[[nodiscard]] inline const std::string* symbol_of(const Operand& address) {
    const auto* const place = std::get_if<Address>(&address.value);
    const auto* const symbol = place == nullptr ? nullptr : std::get_if<SymbolRef>(&place->base);
    return symbol == nullptr ? nullptr : &symbol->name;
}
[[nodiscard]] inline bool is_predicate(const Function& function, const Operand& operand) {
    const auto reg = register_of(operand);
    return reg && function.registers[*reg].type == Type::pred;
}
void add_registers(const Operand& operand, std::vector<uint32_t>& to);

} // namespace warpscope::ptx
