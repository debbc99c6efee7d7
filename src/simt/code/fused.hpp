// Handlers that execute two Insts. The first Inst gets the handler. The second stays, because it may be a jump target
// and has operands.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

enum class Widening : uint8_t { convert, multiply_signed, multiply_unsigned };

/// Computes x, then y = x + c. x is a, widened from 32 to 64 bits (`convert` extends the sign), or the product a * b.
/// The Insts are `cvt.s64.s32 x, a` or `mul.wide x, a, b`, then `add y, x, c` in this operand order. x and c differ.
[[nodiscard]] Handler find_widen_and_add(Widening how);

[[nodiscard]] Handler control_or_branch(bool negated);

} // namespace warpscope::simt
