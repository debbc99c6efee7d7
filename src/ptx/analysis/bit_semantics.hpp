// What an instruction of PTX does to the bits of its operands, as far as analyses follow them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ptx/analysis/operands.hpp"

namespace warpscope::ptx {

[[nodiscard]] inline uint64_t low_bits(uint32_t count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

/// `up` may be negative.
[[nodiscard]] inline uint64_t moved_up(uint64_t bits, int32_t up) { return up >= 0 ? bits << up : bits >> -up; }

[[nodiscard]] bool is_integer(Type type);
[[nodiscard]] bool is_signed(Type type);

/// The opcode with its suffixes: "st.global.u32" of the instruction's text "@%p1 st.global.u32 [%rd1], %r2".
[[nodiscard]] std::string_view head_of(std::string_view text);
/// Of one of the function's own parameters. Results of calls are loaded from .param, too.
[[nodiscard]] bool loads_argument(const Function& function, const Instruction& in);
[[nodiscard]] bool is_load(const Instruction& in);
[[nodiscard]] bool is_store(const Instruction& in);
/// Also one that packs several registers into one, or takes one apart.
[[nodiscard]] bool is_move(const Instruction& in);
/// Of the instruction's first type; 0 where it has none.
[[nodiscard]] uint32_t element_bytes(const Instruction& in);
/// Of a move that packs or takes apart: bits of one part.
[[nodiscard]] uint32_t part_bits(const Instruction& in);
/// cvt between integers whose result has the source's bits where it had them, and zeros above: how many.
[[nodiscard]] std::optional<uint32_t> kept_width(const Instruction& in);
/// Of a shift by a constant less than the width.
[[nodiscard]] std::optional<uint32_t> shifted_by(const Instruction& in);

/// Of a shuffle: which operand holds the value that lanes give. The one before may tell whether there was one.
[[nodiscard]] size_t shuffled_operand(const Function& function, const Instruction& in);

/// Of a byte that prmt puts into its result.
struct PickedByte {
    uint32_t operand = 1, byte = 0; // operand 1 or 2
    bool sign_only = false;
};
/// Of a prmt by a constant, for each byte of the result.
[[nodiscard]] std::optional<std::array<PickedByte, 4>> picked_bytes(const Instruction& in);

} // namespace warpscope::ptx
