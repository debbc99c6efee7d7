// Handlers of predicate logic, and of the bracket that the decoder puts around instructions under a predicate (@p).
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// and, or, xor, not on predicate slots.
[[nodiscard]] Handler find_predicate_logic(ptx::Opcode opcode);

/// isspacep: whether the 64-bit generic address in slot a lies in `space`; nullptr for spaces that have no window.
[[nodiscard]] Handler find_space_test(ptx::Space space);

/// Opens the bracket: a = predicate, b = distance to what follows the bracket, aux = index into Program's `predicated`.
[[nodiscard]] Handler predicate_begin(bool negated);
[[nodiscard]] Handler predicate_end();

} // namespace warpscope::simt
