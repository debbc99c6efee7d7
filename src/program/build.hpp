// Builds CUDA programs, host code and kernels, for the library of src/runtime.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "compile/compiler.hpp"

namespace warpscope::program {

struct BuildRequest {
    std::vector<std::filesystem::path> sources; // first: the one with main()
    std::vector<std::filesystem::path> include_folders = {};
    std::vector<std::string> definitions = {}; // NAME or NAME=VALUE
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    const std::atomic<bool>* cancel = nullptr; // stops the compiler with ErrorKind::cancelled
};

struct BuiltProgram {
    std::filesystem::path executable;
    std::string compiler_name;
    bool from_cache = false;
    double milliseconds = 0;
    std::vector<Diagnostic> warnings;
};

/// Returns a collision-resistant key of all sources, own headers and build options. `main_text`: text of the first
/// source, if known.
[[nodiscard]] Result<std::string> digest_of(const BuildRequest& request, const std::string* main_text = nullptr);

/// Returns names and values; the default is 1.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
named_values(const std::vector<std::string>& definitions);

/// Parses build options typed for `main`: -I, -D, and source files relative to its folder.
[[nodiscard]] Result<BuildRequest> build_request(const std::filesystem::path& main,
                                                 const std::vector<std::string>& words);

/// Builds with nvcc, if installed, else clang. The program is cached, or placed in `folder` without a cache.
[[nodiscard]] Result<BuiltProgram> build(const BuildRequest& request, const std::filesystem::path& folder);

/// Returns the newest C++ standard that a source or own header needs: "c++17" or "c++20".
[[nodiscard]] std::string_view standard_of(const BuildRequest& request);

/// Returns whether the extension is one of CUDA C++, C++ or C.
[[nodiscard]] bool is_source_name(const std::filesystem::path& file);

/// Returns the PTX of a program's modules; skips modules without PTX.
[[nodiscard]] std::vector<std::string> device_code_of(const std::filesystem::path& executable);

} // namespace warpscope::program
