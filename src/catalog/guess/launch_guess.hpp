// The grid and block that a kernel may be launched with, guessed from its text. Private to src/catalog.
#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "catalog/guess/setup_draft.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

struct GuessedLaunch {
    Dim3 block;
    uint32_t block_dimensions = 1;
    std::vector<Expression> grid;
    Expression shared = "0";
    std::vector<Guess> guesses; // about the grid
};

[[nodiscard]] GuessedLaunch guess_launch(const compile::SourceKernel& kernel, const Reach& side);

/// Returns whether one block works on as many elements as it has threads: it has them in shared memory, and goes
/// through no more of them.
[[nodiscard]] bool counts_by_block(const compile::SourceKernel& kernel);

/// The number of cells of data that reach so far.
[[nodiscard]] Expression cells_of(const Reach& side);

} // namespace warpscope::catalog
