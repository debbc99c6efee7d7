#pragma once

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"
#include "source/declarations.hpp"

namespace warpscope::compile {

/// Guesses the meaning of numeric parameters from indices: width, height, rows per block, elements per thread, planes.
/// `kernel` must already have its parameters and dimensions.
void note_index_roles(const source::Tokens& tokens, const source::Declaration& declaration,
                      const SourceNumbers& numbers, SourceKernel& kernel);

} // namespace warpscope::compile
