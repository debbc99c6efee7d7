#pragma once

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"

namespace warpscope::compile {

/// Guesses the block's shape from shared arrays with one element per thread, and from row loops: `for (int j = 0; j <
/// TILE; j += ROWS) tile[threadIdx.y + j]...`
void note_block_shape(const source::Tokens& tokens, const source::Declaration& declaration,
                      const SourceNumbers& numbers, SourceKernel& kernel);

} // namespace warpscope::compile
