// Within one function: which values something depends on whichever way is taken. For ValueUses.
//
// Others may be dropped. A merge, say, reads one element past the end and compares it, and then (next < end && less)
// leaves the comparison out. Compilers make such choices without a branch: by and and or of predicates, by selp, and by
// storing a register that is set in several places. Or the value is read first, and on some way never used. Whether a
// value was dropped only a run can tell: metrics/rerun/differential_reads.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx {

/// What surely becomes of a value. Each includes those before.
enum class SureUse : uint8_t {
    none,     // it may be dropped
    in_doubt, // something depends on it, but perhaps only in the thread's own memory, or in a function it is given to
    kept,     // others can see it, or what was made of it
    computed_with // not only its bits, elsewhere: a number that others can see was made of it, or it decides something
};

/// Returns whether all that the instruction does is to put a value into its result.
[[nodiscard]] bool only_computes(const Instruction& in);
/// Of such an instruction: the first of its operands from which on all have a part in the result, for certain. Values
/// that are chosen from, and conditions of which one may make the others irrelevant, have not.
[[nodiscard]] size_t first_certain_source(const Instruction& in);

/// By instruction that loads, and by element that it brings. `of_shuffled`: what giving a value to a shuffle is.
/// The PTX does not tell whether some lane uses it.
[[nodiscard]] std::vector<std::vector<SureUse>> must_uses(const Function& function, SureUse of_shuffled);

} // namespace warpscope::ptx
