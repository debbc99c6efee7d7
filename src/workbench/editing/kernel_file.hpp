#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Fails for files of the course, and if the file's text is no longer `expected`. Without `expected`, fails if the file
/// exists. Keeps links and permissions.
[[nodiscard]] Result<void> write_kernel(const std::filesystem::path& file, const std::string& text,
                                        const std::optional<std::string>& expected);

} // namespace warpscope::workbench
