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
    std::vector<Guess> guesses;
};

/// `side`: data size. `has_spare_block`: adds a block if all threads have data, because threads without data reveal
/// wrong bounds checks.
[[nodiscard]] GuessedLaunch guess_launch(const compile::SourceKernel& kernel, const Reach& side, bool has_spare_block);

/// Returns whether the kernel's count argument is probably its block size.
[[nodiscard]] bool counts_by_block(const compile::SourceKernel& kernel);

/// Returns " * 4" for four elements per thread, else "".
[[nodiscard]] std::string elements_text(const compile::SourceKernel& kernel);

[[nodiscard]] Expression cells_of(const Reach& side);

/// Returns the number of threads with data; several threads may share a cell.
[[nodiscard]] Expression threads_of(const compile::SourceKernel& kernel, const Reach& side);

} // namespace warpscope::catalog
