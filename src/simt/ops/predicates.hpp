// Handlers of predicate logic and of the bracket around predicated instructions (@p).
#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

/// and, or, xor and not on predicate slots.
[[nodiscard]] Handler find_predicate_logic(ptx::Opcode opcode);

/// isspacep: tests whether the generic address in slot a (64 bits) is in `space`. nullptr for spaces without a window.
[[nodiscard]] Handler find_space_test(ptx::Space space);

/// Begins the bracket. a: predicate. b: distance to the instruction after it. aux: index into
/// Program::Impl::predicated.
[[nodiscard]] Handler predicate_begin(bool negated);
[[nodiscard]] Handler predicate_end();

} // namespace warpscope::simt
