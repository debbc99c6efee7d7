// Writes an edited kernel to a file of the user's, and to no other.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

/// Whether both name one file, through links too.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Fails for files of the course, for those that are not to be written, and where the file no longer holds
/// `expected` (line ends aside). Without `expected` only a new file is made. Links and permissions stay as they are.
[[nodiscard]] Result<void> write_kernel(const std::filesystem::path& file, const std::string& text,
                                        const std::optional<std::string>& expected);

} // namespace warpscope::workbench
