// Handlers that execute two Insts. The first Inst gets the handler. The second stays, because it may be a jump target
// and has operands.
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

enum class Widening : uint8_t { convert, multiply_signed, multiply_unsigned };

/// Executes `cvt.s64.s32 x, a` or `mul.wide x, a, b`, then a 64-bit `add y, x, c`. `x` and `c` are different slots.
[[nodiscard]] Handler find_widen_and_add(Widening how);

[[nodiscard]] Handler control_or_branch(bool negated);

} // namespace warpscope::simt
