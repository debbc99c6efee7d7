// Checks whether our library can replace a program's CUDA runtime.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// Accepts 64-bit programs, not libraries. Reads only the beginning.
[[nodiscard]] bool is_executable(const std::filesystem::path& file);

/// Searches the PATH if the name has no folder. Fails with advice if the runtime is static or has another version.
[[nodiscard]] Result<std::filesystem::path> find_program(const std::string& name);

} // namespace warpscope::program
