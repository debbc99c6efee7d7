// Within one function: which values something depends on whichever way is taken. For ValueUses.
//
// Others may be dropped. A merge, say, reads one element past the end and compares it, and then (next < end && less)
// leaves the comparison out. Compilers make such choices without a branch: by and and or of predicates, by selp, and by
// storing a register that is set in several places. Or the value is read first, and on some way never used. Whether a
// value was dropped only a run can tell: undefined_choices.cpp.
#pragma once

#include <cstddef>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::metrics {

/// Whether all that the instruction does is to put a value into its result.
[[nodiscard]] bool only_computes(const ptx::Instruction& in);
/// Of such an instruction: the first of its operands from which on all have a part in the result, for certain. Values
/// that are chosen from, and conditions of which one may make the others irrelevant, have not.
[[nodiscard]] size_t first_certain_source(const ptx::Instruction& in);

/// By instruction that loads, and by element that it brings. In doubt, true.
[[nodiscard]] std::vector<std::vector<bool>> surely_used(const ptx::Function& function);

} // namespace warpscope::metrics
