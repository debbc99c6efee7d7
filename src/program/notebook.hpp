#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

struct NotebookFiles {
    std::filesystem::path main;                 // first cell with main(), otherwise with kernels
    std::vector<std::filesystem::path> sources; // the program's other sources
    std::vector<std::filesystem::path> others;
};

[[nodiscard]] bool is_notebook(const std::filesystem::path& file);

/// Writes CUDA cells of a Jupyter notebook to cached files: %%cu, %%cuda, or %%writefile with a source or header. Keeps
/// line numbers.
[[nodiscard]] Result<NotebookFiles> unpack_notebook(const std::filesystem::path& notebook);

} // namespace warpscope::program
