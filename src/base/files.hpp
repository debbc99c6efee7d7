// Whole files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope {

/// Fails where there is no such file, or a folder.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file);
/// Makes the folder that the file lies in, too.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file, std::string_view text);

} // namespace warpscope
