#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// Replaces a file atomically; leaves it unchanged on failure.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view contents);

[[nodiscard]] std::string lower_ending(const std::filesystem::path& file);

/// Returns the path of `name` with the first ending. Appends "-2" and so on if a file with any ending exists.
[[nodiscard]] std::filesystem::path unused_file(const std::filesystem::path& folder, const std::string& name,
                                                const std::vector<std::string>& endings);

} // namespace warpscope::exporting
