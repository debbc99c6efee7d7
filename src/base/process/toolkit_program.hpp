#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope {

/// Searches the environment variable `setting` (a path, or "none" to find nothing), then $PATH and toolkit_folders().
/// Returns "" if not found.
[[nodiscard]] std::string find_toolkit_program(const std::string& name, const char* setting);

/// Returns $CUDA_HOME, $CUDA_PATH and /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

} // namespace warpscope
