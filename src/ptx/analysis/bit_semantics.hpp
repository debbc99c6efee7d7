#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ptx/analysis/operands.hpp"

namespace warpscope::ptx {

[[nodiscard]] inline uint64_t low_bits(uint32_t count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

[[nodiscard]] inline uint64_t moved_up(uint64_t bits, int32_t up) { return up >= 0 ? bits << up : bits >> -up; }

[[nodiscard]] bool is_integer(Type type);
[[nodiscard]] bool is_signed(Type type);

/// Returns "st.global.u32" for "@%p1 st.global.u32 [%rd1], %r2".
[[nodiscard]] std::string_view head_of(std::string_view text);
/// Returns whether a load from .param reads an argument, not a call's result.
[[nodiscard]] bool loads_argument(const Function& function, const Instruction& in);
[[nodiscard]] bool is_load(const Instruction& in);
[[nodiscard]] bool is_store(const Instruction& in);
/// Includes moves that pack or unpack.
[[nodiscard]] bool is_move(const Instruction& in);
[[nodiscard]] uint32_t element_bytes(const Instruction& in);
[[nodiscard]] uint32_t part_bits(const Instruction& in);
/// Returns the number of low bits that an integer cvt copies, if it clears all higher bits.
[[nodiscard]] std::optional<uint32_t> kept_width(const Instruction& in);
[[nodiscard]] std::optional<uint32_t> shifted_by(const Instruction& in);

[[nodiscard]] size_t shuffled_operand(const Function& function, const Instruction& in);

struct PickedByte {
    uint32_t operand = 1, byte = 0; // operand: 1 or 2
    bool sign_only = false;
};
[[nodiscard]] std::optional<std::array<PickedByte, 4>> picked_bytes(const Instruction& in);

} // namespace warpscope::ptx
