#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope {

[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file);
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file, std::string_view text);

/// Compares names only: symbolic links may lead out of `folder`.
[[nodiscard]] bool is_lexically_within(const std::filesystem::path& path, const std::filesystem::path& folder);

} // namespace warpscope
