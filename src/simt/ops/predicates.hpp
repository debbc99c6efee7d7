#pragma once

#include "simt/code/instruction.hpp"

namespace warpscope::simt {

[[nodiscard]] Handler find_predicate_logic(ptx::Opcode opcode);

/// isspacep. a: slot of a generic address (64 bits). Returns nullptr for spaces without a window.
[[nodiscard]] Handler find_space_test(ptx::Space space);

/// a: predicate. b: distance to the Inst after predicate_end(). aux: index into Program::Impl::predicated.
[[nodiscard]] Handler predicate_begin(bool negated);
[[nodiscard]] Handler predicate_end();

} // namespace warpscope::simt
