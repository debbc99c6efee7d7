// Builds a CUDA program as it is, host code and kernels, so that it runs against the library of src/runtime.
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
    std::vector<std::filesystem::path> sources; // the first has main()
    std::vector<std::filesystem::path> include_folders = {};
    std::vector<std::string> definitions = {}; // NAME or NAME=VALUE
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    const std::atomic<bool>* cancel = nullptr; // ends the compiler, with ErrorKind::cancelled
};

struct BuiltProgram {
    std::filesystem::path executable;
    std::string compiler_name;
    bool from_cache = false;
    double milliseconds = 0;
    std::vector<Diagnostic> warnings;
};

/// One name for the texts of the sources, the headers of the user's that they include, and how they are built: nobody
/// can make two programs of one name. `main_text`: the first source's, where it has been read already.
[[nodiscard]] Result<std::string> digest_of(const BuildRequest& request, const std::string* main_text = nullptr);

/// NAME and VALUE of each definition; 1 where none is given, as compilers have it.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
named_values(const std::vector<std::string>& definitions);

/// What words typed by a user say of how `main` is built: -I and -D, with or without a blank behind, and further source
/// files. Names are relative to main's folder.
[[nodiscard]] Result<BuildRequest> build_request(const std::filesystem::path& main,
                                                 const std::vector<std::string>& words);

/// nvcc where there is one, else clang with headers of ours. Runs nothing of the program. What is built is kept in the
/// cache folder; without one in `folder`.
[[nodiscard]] Result<BuiltProgram> build(const BuildRequest& request, const std::filesystem::path& folder);

/// Returns the newest standard of C++ that a source or a header of its own asks for: "c++17" or "c++20".
[[nodiscard]] std::string_view standard_of(const BuildRequest& request);

/// Returns whether a file is CUDA C++, C++ or C by its ending.
[[nodiscard]] bool is_source_name(const std::filesystem::path& file);

/// The PTX in a program that has been built, one for each of its modules; of what has none, nothing.
[[nodiscard]] std::vector<std::string> device_code_of(const std::filesystem::path& executable);

} // namespace warpscope::program
