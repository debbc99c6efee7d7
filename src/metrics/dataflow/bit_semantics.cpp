#include "metrics/dataflow/bit_semantics.hpp"

#include <algorithm>

namespace warpscope::metrics {

using ptx::Opcode;

std::optional<uint32_t> register_of(const ptx::Operand& operand) {
    if (const auto* reg = std::get_if<ptx::Register>(&operand.value)) return reg->index;
    return std::nullopt;
}

std::optional<uint64_t> constant_of(const ptx::Operand& operand) {
    if (const auto* value = std::get_if<ptx::Immediate>(&operand.value); value != nullptr && !value->floating)
        return value->bits;
    return std::nullopt;
}

bool is_integer(ptx::Type type) {
    switch (type) {
    case ptx::Type::f16:
    case ptx::Type::f16x2:
    case ptx::Type::bf16:
    case ptx::Type::bf16x2:
    case ptx::Type::f32:
    case ptx::Type::f64:
    case ptx::Type::pred: return false;
    default: return true;
    }
}
bool is_signed(ptx::Type type) {
    return type == ptx::Type::s8 || type == ptx::Type::s16 || type == ptx::Type::s32 || type == ptx::Type::s64;
}

bool is_move(const ptx::Instruction& in) { return in.opcode == Opcode::mov && in.operands.size() == 2; }

uint32_t part_bits(const ptx::Instruction& in) {
    const size_t parts = std::max(elements_of(in.operands[0]).size(), elements_of(in.operands[1]).size());
    return static_cast<uint32_t>(8 * element_bytes(in) / parts);
}

std::optional<uint32_t> kept_width(const ptx::Instruction& in) {
    const auto& types = in.modifiers.types;
    if (in.opcode != Opcode::cvt || types.size() != 2 || !is_integer(types[0]) || !is_integer(types[1]))
        return std::nullopt;
    const uint32_t to = 8 * ptx::size_of(types[0]), from = 8 * ptx::size_of(types[1]);
    if (in.modifiers.sat || (is_signed(types[1]) && from < to)) return std::nullopt;
    return std::min(to, from);
}

std::string_view head_of(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    if (text.starts_with('@')) {
        text.remove_prefix(std::min(text.find_first_of(blanks), text.size()));
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    }
    return text.substr(0, text.find_first_of(blanks));
}

bool loads_argument(const ptx::Function& function, const ptx::Instruction& in) {
    if (!is_load(in) || in.modifiers.space != ptx::Space::param) return false;
    const auto* const place = std::get_if<ptx::Address>(&in.operands[1].value);
    const auto* const symbol = place == nullptr ? nullptr : std::get_if<ptx::SymbolRef>(&place->base);
    return symbol != nullptr &&
           std::ranges::find(function.parameters, symbol->name, &ptx::Variable::name) != function.parameters.end();
}

bool is_load(const ptx::Instruction& in) { return in.opcode == Opcode::ld && in.operands.size() == 2; }
bool is_store(const ptx::Instruction& in) { return in.opcode == Opcode::st && in.operands.size() == 2; }

uint32_t element_bytes(const ptx::Instruction& in) {
    return in.modifiers.types.empty() ? 0 : ptx::size_of(in.modifiers.types[0]);
}

std::span<const ptx::Operand> elements_of(const ptx::Operand& operand) {
    if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value)) return vector->elements;
    return {&operand, 1};
}

std::optional<uint32_t> shifted_by(const ptx::Instruction& in) {
    if ((in.opcode != Opcode::shl && in.opcode != Opcode::shr) || in.operands.size() != 3) return std::nullopt;
    const auto number = constant_of(in.operands[2]);
    if (!number || *number >= std::min<uint64_t>(8 * element_bytes(in), 64)) return std::nullopt;
    return static_cast<uint32_t>(*number);
}

size_t shuffled_operand(const ptx::Function& function, const ptx::Instruction& in) {
    const auto reg = register_of(in.operands[1]);
    return reg && function.registers[*reg].type == ptx::Type::pred ? 2 : 1; // d|p
}

std::optional<std::array<PickedByte, 4>> picked_bytes(const ptx::Instruction& in) {
    if (in.opcode != Opcode::prmt || in.operands.size() != 4 || in.modifiers.mode != ptx::Mode::none)
        return std::nullopt;
    const auto selector = constant_of(in.operands[3]);
    if (!selector) return std::nullopt;
    std::array<PickedByte, 4> bytes;
    for (uint32_t b = 0; b < bytes.size(); ++b) {
        const auto four = static_cast<uint32_t>(*selector >> 4 * b);
        bytes[b] = {(four & 4) != 0 ? 2u : 1u, four & 3, (four & 8) != 0};
    }
    return bytes;
}

} // namespace warpscope::metrics
