// Files that are written whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// Replaces `path` by `contents`. A failure (no such folder, no permission, disk full) leaves an existing file as it
/// was and says what happened.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view contents);

} // namespace warpscope::exporting
