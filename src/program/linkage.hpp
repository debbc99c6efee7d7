// What a program that is built already is linked to: whether our library can stand in for CUDA's runtime.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

/// The libraries that a program or library asks for by name, "libcudart.so.13". Fails where the file is no ELF file of
/// 64 bits; reads it and runs nothing.
[[nodiscard]] Result<std::vector<std::string>> needed_libraries(const std::filesystem::path& file);

/// The program as it would be started: looked for on the PATH where its name has no folder. Fails, with how to build it
/// again, where it has the runtime inside, or another version of it.
[[nodiscard]] Result<std::filesystem::path> find_program(const std::string& name);

} // namespace warpscope::program
