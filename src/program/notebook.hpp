// CUDA files in Jupyter notebooks (.ipynb).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

struct NotebookFiles {
    std::filesystem::path main;                 // the first with main(), or else the first with kernels
    std::vector<std::filesystem::path> sources; // further source files of the program
    std::vector<std::filesystem::path> others;  // further programs
};

[[nodiscard]] bool is_notebook(const std::filesystem::path& file);

/// Writes the cells that begin with %%cu, %%cuda or %%writefile of a source or header into the cache, with the cells'
/// line numbers.
[[nodiscard]] Result<NotebookFiles> unpack_notebook(const std::filesystem::path& notebook);

} // namespace warpscope::program
