#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Returns the folder of `#include "name"`.
[[nodiscard]] std::filesystem::path folder_of(const CompileRequest& request);

/// Returns the same as a normalized absolute path.
[[nodiscard]] std::filesystem::path absolute_folder_of(const CompileRequest& request);

/// A file next to the including file or the kernel, or in an include folder. An `#include` of a macro lists all
/// candidates.
struct IncludedFile {
    std::string name;
    bool in_quotes = false;
    std::filesystem::path path;
    std::string text; // "size time" instead of large contents if the file may not be included
};

/// Returns direct and indirect includes. Lists all candidates of a name and ignores conditions.
[[nodiscard]] std::vector<IncludedFile> included_files(const CompileRequest& request);

[[nodiscard]] bool lies_beside_kernel(std::string_view name, const std::vector<IncludedFile>& own,
                                      const CompileRequest& request);

/// Returns a hash for the cache key.
[[nodiscard]] uint64_t hash_of(const std::vector<IncludedFile>& files);

} // namespace warpscope::compile
