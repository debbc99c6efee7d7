// Where the programs of a CUDA Toolkit are.
#pragma once

#include <string>

namespace warpscope {

/// Returns the path of `name` ("nvcc"): what the environment variable `setting` says ("none": there is none), else the
/// first on $PATH, else in the folder bin of $CUDA_HOME, $CUDA_PATH or /usr/local/cuda. Empty when there is none.
[[nodiscard]] std::string find_toolkit_program(const std::string& name, const char* setting);

} // namespace warpscope
