#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// Accepts 64-bit programs, not libraries. Reads only the file's beginning.
[[nodiscard]] bool is_executable(const std::filesystem::path& file);

/// Finds a program whose CUDA runtime our library can replace. Searches PATH for names without folder. Fails with
/// advice if the runtime is static or has another version.
[[nodiscard]] Result<std::filesystem::path> find_program(const std::string& name);

} // namespace warpscope::program
