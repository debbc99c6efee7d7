#include "ptx/analysis/bit_semantics.hpp"

#include <algorithm>

namespace warpscope::ptx {

bool is_integer(Type type) {
    switch (type) {
    case Type::f16:
    case Type::f16x2:
    case Type::bf16:
    case Type::bf16x2:
    case Type::f32:
    case Type::f64:
    case Type::pred: return false;
    default: return true;
    }
}
bool is_signed(Type type) { return type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64; }

bool is_move(const Instruction& in) { return in.opcode == Opcode::mov && in.operands.size() == 2; }

uint32_t part_bits(const Instruction& in) {
    const size_t parts = std::max(elements_of(in.operands[0]).size(), elements_of(in.operands[1]).size());
    return static_cast<uint32_t>(8 * element_bytes(in) / parts);
}

std::optional<uint32_t> kept_width(const Instruction& in) {
    const auto& types = in.modifiers.types;
    if (in.opcode != Opcode::cvt || types.size() != 2 || !is_integer(types[0]) || !is_integer(types[1]))
        return std::nullopt;
    const uint32_t to = 8 * size_of(types[0]), from = 8 * size_of(types[1]);
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

bool loads_argument(const Function& function, const Instruction& in) {
    if (!is_load(in) || in.modifiers.space != Space::param) return false;
    const auto* const place = std::get_if<Address>(&in.operands[1].value);
    const auto* const symbol = place == nullptr ? nullptr : std::get_if<SymbolRef>(&place->base);
    return symbol != nullptr &&
           std::ranges::find(function.parameters, symbol->name, &Variable::name) != function.parameters.end();
}

bool is_load(const Instruction& in) { return in.opcode == Opcode::ld && in.operands.size() == 2; }
bool is_store(const Instruction& in) { return in.opcode == Opcode::st && in.operands.size() == 2; }

uint32_t element_bytes(const Instruction& in) {
    return in.modifiers.types.empty() ? 0 : size_of(in.modifiers.types[0]);
}

std::optional<uint32_t> shifted_by(const Instruction& in) {
    if ((in.opcode != Opcode::shl && in.opcode != Opcode::shr) || in.operands.size() != 3) return std::nullopt;
    const auto number = constant_of(in.operands[2]);
    if (!number || *number >= std::min<uint64_t>(8 * element_bytes(in), 64)) return std::nullopt;
    return static_cast<uint32_t>(*number);
}

size_t shuffled_operand(const Function& function, const Instruction& in) {
    return is_predicate(function, in.operands[1]) ? 2 : 1; // "d|p" is two operands
}

std::optional<std::array<PickedByte, 4>> picked_bytes(const Instruction& in) {
    if (in.opcode != Opcode::prmt || in.operands.size() != 4 || in.modifiers.mode != Mode::none) return std::nullopt;
    const auto selector = constant_of(in.operands[3]);
    if (!selector) return std::nullopt;
    std::array<PickedByte, 4> bytes;
    for (uint32_t b = 0; b < bytes.size(); ++b) {
        const auto four = static_cast<uint32_t>(*selector >> 4 * b);
        bytes[b] = {(four & 4) != 0 ? 2u : 1u, four & 3, (four & 8) != 0};
    }
    return bytes;
}

} // namespace warpscope::ptx
