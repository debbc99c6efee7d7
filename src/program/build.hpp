// Builds a CUDA program as it is, host code and kernels, so that it runs against the library of src/runtime.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "compile/compiler.hpp"

namespace warpscope::program {

struct BuildRequest {
    std::vector<std::filesystem::path> sources; // the first has main()
    std::vector<std::string> options;           // -I, -D as they are given to the compiler
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
};

struct BuiltProgram {
    std::filesystem::path executable;
    std::string compiler_name;
    bool from_cache = false;
    double milliseconds = 0;
    std::vector<Diagnostic> warnings;
};

/// nvcc where there is one, else clang with headers of ours. Runs nothing of the program. What is built is kept in the
/// cache folder; without one in `folder`.
[[nodiscard]] Result<BuiltProgram> build(const BuildRequest& request, const std::filesystem::path& folder);

} // namespace warpscope::program
