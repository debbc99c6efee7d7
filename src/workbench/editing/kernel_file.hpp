#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Fails for course files, and if the file's text is not `expected`. With nullopt, fails if the file exists. Keeps
/// links and permissions.
[[nodiscard]] Result<void> write_kernel(const std::filesystem::path& file, const std::string& text,
                                        const std::optional<std::string>& expected);

} // namespace warpscope::workbench
