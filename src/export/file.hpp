// Files that are written whole or not at all, and how their names end.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// Replaces `path` by `contents`. A failure (no such folder, no permission, disk full) leaves an existing file as it
/// was and says what happened.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view contents);

/// ".png" of "A.PNG": names of files end in whatever case.
[[nodiscard]] std::string lower_ending(const std::filesystem::path& file);

/// "blur", or "blur-2" and so on where a file in `folder` is called so with any of the endings; with the first of them.
[[nodiscard]] std::filesystem::path unused_file(const std::filesystem::path& folder, const std::string& name,
                                                const std::vector<std::string>& endings);

} // namespace warpscope::exporting
