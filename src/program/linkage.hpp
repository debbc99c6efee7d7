// What a program that is built already is linked to: whether our library can stand in for CUDA's runtime.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// Returns whether a file is a program of 64 bits that could be started; libraries are none. Reads its head only.
[[nodiscard]] bool is_executable(const std::filesystem::path& file);

/// The program as it would be started: looked for on the PATH where its name has no folder. Fails, with how to build it
/// again, where it has the runtime inside, or another version of it.
[[nodiscard]] Result<std::filesystem::path> find_program(const std::string& name);

} // namespace warpscope::program
