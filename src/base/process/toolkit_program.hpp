// Finds programs of the CUDA Toolkit.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope {

/// Returns the path of `name` ("nvcc"), or "". Looks at the environment variable `setting` ("none" disables the
/// program), $PATH, and bin in the toolkit_folders().
[[nodiscard]] std::string find_toolkit_program(const std::string& name, const char* setting);

/// Returns $CUDA_HOME, $CUDA_PATH and /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

} // namespace warpscope
