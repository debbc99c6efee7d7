// Checks how a built program uses the CUDA runtime, and whether our library can replace it.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// Returns whether the file is a 64-bit program, not a library. Reads only the beginning.
[[nodiscard]] bool is_executable(const std::filesystem::path& file);

/// Finds the program, on the PATH if the name has no folder. Fails with build advice if the runtime is static or has
/// another version.
[[nodiscard]] Result<std::filesystem::path> find_program(const std::string& name);

} // namespace warpscope::program
