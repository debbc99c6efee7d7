// Files that are written whole or not at all, and how their names end.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// Replaces `path` by `contents`. A failure (no such folder, no permission, disk full) leaves an existing file as it
/// was and says what happened.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view contents);

/// ".png" of "A.PNG": names of files end in whatever case.
[[nodiscard]] std::string lower_ending(const std::filesystem::path& file);

} // namespace warpscope::exporting
