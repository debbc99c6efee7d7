// Clipboard access through helper programs: X11 and Wayland need a process that keeps offering the picture.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

/// Copies an image file, which may be deleted afterwards. Blocks until the helper has read it.
[[nodiscard]] Result<void> copy_picture(const std::filesystem::path& png);

} // namespace warpscope::workbench
