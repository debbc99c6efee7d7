#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Returns the folder that `#include "name"` searches first.
[[nodiscard]] std::filesystem::path folder_of(const CompileRequest& request);

[[nodiscard]] std::filesystem::path absolute_folder_of(const CompileRequest& request);

/// Included file, or one of several candidates if a macro names it
struct IncludedFile {
    std::string name;
    bool in_quotes = false;
    std::filesystem::path path;
    std::string text; // contents; for large candidates of a macro, "size time"
};

/// Finds direct and indirect includes, with all candidates of a macro. Ignores conditions.
[[nodiscard]] std::vector<IncludedFile> included_files(const CompileRequest& request);

[[nodiscard]] bool is_next_to_kernel(std::string_view name, const std::vector<IncludedFile>& own,
                                     const CompileRequest& request);

[[nodiscard]] uint64_t hash_of(const std::vector<IncludedFile>& files);

} // namespace warpscope::compile
