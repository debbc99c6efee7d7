// Copies a picture to the clipboard. X11 and Wayland need a running process that offers it, so helper programs are
// used.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

/// Copies the image file `png`, which may be deleted afterwards. Blocks; call it on a worker. The error names the
/// program to install.
[[nodiscard]] Result<void> copy_picture(const std::filesystem::path& png);

} // namespace warpscope::workbench
