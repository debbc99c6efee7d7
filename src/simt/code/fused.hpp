// Pairs of instructions that often follow each other, done by one handler. The second Inst stays where it is, for its
// operands and for those who jump to it.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

enum class Widening : uint8_t { convert, multiply_signed, multiply_unsigned };

/// x = a widened from 32 to 64 bits (convert: signed), or a * b; then y = x + c. The first Inst is `cvt.s64.s32 x, a`
/// or `mul.wide x, a, b`, the second `add y, x, c` with its operands in this order; x and c are different slots.
[[nodiscard]] Handler find_widen_and_add(Widening how);

/// `or.pred p, a, b` and a branch on p, of either sense.
[[nodiscard]] Handler control_or_branch(bool negated);

} // namespace warpscope::simt
