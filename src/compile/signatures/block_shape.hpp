// What a kernel's text says about the shape of its blocks. Private to src/compile.
#pragma once

#include "compile/kernel_signatures.hpp"
#include "compile/signatures/source_numbers.hpp"

namespace warpscope::compile {

/// Sets what arrays in shared memory with an element for each thread say, and loops in which a block's threads go on
/// through rows by as many as they are: `for (int j = 0; j < TILE; j += ROWS) tile[threadIdx.y + j]...`
void note_block_shape(const std::vector<Token>& tokens, const Declaration& declaration, const SourceNumbers& numbers,
                      SourceKernel& kernel);

} // namespace warpscope::compile
