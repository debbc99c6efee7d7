// Atomic writing of files, and file extensions.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// Leaves an existing file unchanged on failure.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view contents);

/// Returns the lowercase extension: ".png" for "A.PNG".
[[nodiscard]] std::string lower_ending(const std::filesystem::path& file);

/// Appends "-2" and so on if a file with that name and any of the extensions exists.
[[nodiscard]] std::filesystem::path unused_file(const std::filesystem::path& folder, const std::string& name,
                                                const std::vector<std::string>& endings);

} // namespace warpscope::exporting
