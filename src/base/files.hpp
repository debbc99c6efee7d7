#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope {

/// Fails if the file is missing or a folder.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file);
/// Creates missing parent folders.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file, std::string_view text);

} // namespace warpscope
