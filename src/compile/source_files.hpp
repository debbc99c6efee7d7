// What a kernel text brings in besides itself. Private to src/compile.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpscope::compile {

/// Folder that `#include "name"` is looked up in: where `file` lies, or the working folder.
[[nodiscard]] std::filesystem::path folder_of(const std::string& file);

/// Hash of every existing file that `source` includes in quotes, directly or through another such file, so that a
/// changed header is compiled anew.
[[nodiscard]] uint64_t hash_of_includes(std::string_view source, const std::filesystem::path& folder);

} // namespace warpscope::compile
