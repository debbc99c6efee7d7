#pragma once

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"
#include "source/declarations.hpp"

namespace warpscope::compile {

/// Derives lengths of arrays, counts of threads, and the use of numbers from indices and their bounds. Macro
/// calls must be expanded. `kernel` must already have its parameters.
void note_array_lengths(const source::Tokens& tokens, const source::Declaration& declaration,
                        const SourceNumbers& numbers, SourceKernel& kernel);

} // namespace warpscope::compile
