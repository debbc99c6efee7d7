#include <algorithm>
#include <bit>

#include "ptx/analysis/bit_semantics.hpp"
#include "ptx/analysis/function_demanded_bits.hpp"

namespace warpscope::ptx {

void FunctionDemandedBits::spread_all() {
    do {
        changed_ = false;
        for (size_t k = function_.body.size(); k-- > 0;) spread(function_.body[k]);
    } while (changed_);
}

void FunctionDemandedBits::need(uint32_t reg, uint64_t bits) {
    if ((bits & ~needed_[reg]) == 0) return;
    needed_[reg] |= bits;
    changed_ = true;
}

void FunctionDemandedBits::need(const Operand& operand, uint64_t bits) {
    for (const Operand& element : elements_of(operand))
        if (const auto reg = register_of(element)) need(*reg, bits);
    if (const auto* place = std::get_if<Address>(&operand.value))
        if (const auto* base = std::get_if<Register>(&place->base)) need(base->index, ~0ull);
}

void FunctionDemandedBits::spread(const Instruction& in) {
    const auto& o = in.operands;
    if (is_store(in)) return need(o[0], ~0ull);
    if (is_load(in)) return need(o[1], ~0ull);
    if (is_move(in)) return spread_move(in);
    if (in.opcode == Opcode::shfl && !shuffles_need_) return spread_shuffle(in);
    for (const CallOperands& call : in.call) {
        need(call.callee, ~0ull);
        for (const Operand& argument : call.arguments) need(argument, ~0ull);
    }
    const auto result = o.empty() ? std::nullopt : register_of(o[0]);
    const bool known = result && o.size() >= 2 && !in.modifiers.types.empty() && is_integer(in.modifiers.types[0]);
    const uint64_t wanted = known ? needed_[*result] : ~0ull;
    if (in.opcode == Opcode::selp && result) {
        for (const size_t k : {1u, 2u}) need(o[k], needed_[*result]);
        return need(o[3], ~0ull);
    }
    const auto number = o.size() > 2 ? constant_of(o[2]) : std::nullopt;
    const uint32_t width = in.modifiers.types.empty() ? 0 : 8 * size_of(in.modifiers.types[0]);
    if (known)
        if (const auto kept = kept_width(in)) return need(o[1], wanted & low_bits(*kept));
    if (known && in.opcode == Opcode::and_ && number) return need(o[1], wanted & *number);
    if (known && (in.opcode == Opcode::and_ || in.opcode == Opcode::or_ || in.opcode == Opcode::xor_)) {
        for (size_t k = 1; k < o.size(); ++k) need(o[k], wanted);
        return;
    }
    if (known && in.opcode == Opcode::shl && number) return need(o[1], *number < width ? wanted >> *number : 0);
    if (known && in.opcode == Opcode::shr && number && *number < width) {
        // An arithmetic shift fills the top with the sign.
        const bool top = is_signed(in.modifiers.types[0]) && (wanted & ~low_bits(width - *number)) != 0;
        return need(o[1], ((wanted << *number) & low_bits(width)) | (top ? 1ull << (width - 1) : 0));
    }
    if (known && in.opcode == Opcode::mul && number && std::has_single_bit(*number) && !in.modifiers.hi) {
        const uint64_t of_source = wanted >> std::countr_zero(*number);
        const bool top = is_signed(in.modifiers.types[0]) && (of_source & ~low_bits(width)) != 0;
        return need(o[1], (of_source & low_bits(width)) | (top ? 1ull << (width - 1) : 0));
    }
    if (known && in.opcode == Opcode::bfe && o.size() == 4 && number && constant_of(o[3]) && wanted != 0 &&
        *number < 64)
        return need(o[1], low_bits(static_cast<uint32_t>(std::min<uint64_t>(*constant_of(o[3]), 64))) << *number);
    if (const auto bytes = picked_bytes(in); bytes && known) {
        for (uint32_t b = 0; b < bytes->size(); ++b) {
            const auto& [operand, byte, sign_only] = (*bytes)[b];
            const uint64_t of_byte = wanted >> 8 * b & 0xff;
            need(o[operand], (sign_only && of_byte != 0 ? 0x80 : of_byte) << 8 * byte);
        }
        return;
    }
    for (size_t k = 0; k < o.size(); ++k)
        if (k != 0 || !result || in.opcode == Opcode::red) need(o[k], ~0ull);
}

void FunctionDemandedBits::spread_move(const Instruction& in) {
    const auto to = elements_of(in.operands[0]), from = elements_of(in.operands[1]);
    const uint32_t width = part_bits(in);
    if (to.size() == 1 && from.size() == 1) return need(from[0], needed(to[0]));
    if (element_bytes(in) > sizeof(uint64_t)) return need(in.operands[1], ~0ull);
    for (uint32_t e = 0; e < to.size() && from.size() == 1; ++e)
        need(from[0], (needed(to[e]) & low_bits(width)) << (e * width));
    for (uint32_t e = 0; e < from.size() && to.size() == 1; ++e)
        need(from[e], needed(to[0]) >> (e * width) & low_bits(width));
}

void FunctionDemandedBits::spread_shuffle(const Instruction& in) {
    const size_t source = shuffled_operand(function_, in);
    need(in.operands[source], needed(in.operands[0]));
    for (size_t k = source + 1; k < in.operands.size(); ++k) need(in.operands[k], ~0ull);
}

} // namespace warpscope::ptx
