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
    std::vector<std::string> definitions = {};
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    const std::atomic<bool>* cancel = nullptr; // ends the build with ErrorKind::canceled
};

struct BuiltProgram {
    std::filesystem::path executable;
    std::string compiler_name;
    bool from_cache = false;
    double milliseconds = 0;
    std::vector<Diagnostic> warnings;
};

/// Returns a collision-resistant key of sources, own headers and options. `main_text` replaces the first source's text.
[[nodiscard]] Result<std::string> digest_of(const BuildRequest& request, const std::string* main_text = nullptr);

[[nodiscard]] std::vector<std::pair<std::string, std::string>>
named_values(const std::vector<std::string>& definitions);

/// Parses -I, -D and source files, relative to the folder of `main`.
[[nodiscard]] Result<BuildRequest> build_request(const std::filesystem::path& main,
                                                 const std::vector<std::string>& words);

/// Builds a program for src/runtime, with nvcc or else with clang. Writes it to the cache or, without a cache, to
/// `folder`.
[[nodiscard]] Result<BuiltProgram> build(const BuildRequest& request, const std::filesystem::path& folder);

[[nodiscard]] std::string_view standard_of(const BuildRequest& request);

[[nodiscard]] bool is_source_name(const std::filesystem::path& file);

[[nodiscard]] std::vector<std::string> device_code_of(const std::filesystem::path& executable);

} // namespace warpscope::program
