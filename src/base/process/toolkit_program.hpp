// Where the programs of a CUDA Toolkit are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope {

/// Returns the path of `name` ("nvcc"): what the environment variable `setting` says ("none": there is none), else the
/// first on $PATH, else in the folder bin of the first toolkit_folders() that has it. Empty when there is none.
[[nodiscard]] std::string find_toolkit_program(const std::string& name, const char* setting);

/// Returns where a CUDA Toolkit is looked for first: $CUDA_HOME, $CUDA_PATH, /usr/local/cuda.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

} // namespace warpscope
