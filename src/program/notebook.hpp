// CUDA files in Jupyter notebooks (.ipynb).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

struct NotebookFiles {
    std::filesystem::path main;                 // first cell with main(), else first one with kernels
    std::vector<std::filesystem::path> sources; // further source files of the program
    std::vector<std::filesystem::path> others;  // further programs
};

[[nodiscard]] bool is_notebook(const std::filesystem::path& file);

/// Writes cells to files in the cache: those that begin with %%cu, %%cuda, or %%writefile and the name of a source or
/// header. Keeps the line numbers of the cells.
[[nodiscard]] Result<NotebookFiles> unpack_notebook(const std::filesystem::path& notebook);

} // namespace warpscope::program
