#include "ptx/analysis/known_bits.hpp"

#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::ptx {

uint64_t KnownBits::of_register(uint32_t reg, uint32_t steps) {
    const auto at = definitions_.only(reg);
    if (!at || steps == longest_chain) return ~uint64_t{0};
    if (!known_[reg]) {
        known_[reg] = ~uint64_t{0}; // ends the recursion at a register that is its own source
        known_[reg] = of_result(function_.body[*at], steps + 1);
    }
    return *known_[reg];
}

uint64_t KnownBits::of_result(const Instruction& in, uint32_t steps) {
    const auto& o = in.operands;
    if (o.size() < 2 || in.modifiers.types.empty() || !is_integer(in.modifiers.types[0])) return ~uint64_t{0};
    const auto of = [&](const Operand& operand) {
        const auto reg = register_of(operand);
        return reg ? of_register(*reg, steps) : constant_of(operand).value_or(~uint64_t{0});
    };
    const uint64_t all = low_bits(8 * element_bytes(in));
    if (is_load(in)) return is_signed(in.modifiers.types[0]) ? ~uint64_t{0} : all;
    if (is_move(in) && elements_of(o[0]).size() == 1 && elements_of(o[1]).size() == 1) return of(o[1]);
    if (const auto kept = kept_width(in)) return of(o[1]) & low_bits(*kept);
    if (in.opcode == Opcode::and_ && o.size() == 3) return of(o[1]) & of(o[2]);
    if (in.opcode == Opcode::or_ && o.size() == 3) return of(o[1]) | of(o[2]);
    if (const auto by = shifted_by(in); by && in.opcode == Opcode::shl) return of(o[1]) << *by & all;
    if (const auto bytes = picked_bytes(in)) {
        uint64_t possible = 0;
        for (uint32_t b = 0; b < bytes->size(); ++b) {
            const auto& [operand, byte, sign_only] = (*bytes)[b];
            possible |= (sign_only ? 0xff : of(o[operand]) >> 8 * byte & 0xff) << 8 * b;
        }
        return possible;
    }
    return ~uint64_t{0};
}

} // namespace warpscope::ptx
