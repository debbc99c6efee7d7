// Saving of an edited kernel to a file of the user.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

/// Returns whether both paths name one file, also through links.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Writes the kernel. Fails for files of the course, read-only files, and files whose content is not `expected` (except
/// for line ends). Without `expected`, only a new file is created. Links and permissions are kept.
[[nodiscard]] Result<void> write_kernel(const std::filesystem::path& file, const std::string& text,
                                        const std::optional<std::string>& expected);

} // namespace warpscope::workbench
