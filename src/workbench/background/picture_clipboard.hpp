// Puts a picture into the desktop's clipboard, through the helper programs that desktops have for it: X11 and Wayland
// let only a program that goes on running offer one.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

/// `png` is an image file, which may be removed afterwards. Blocks until the helper has taken it; to be called on a
/// worker. The error says which program to install.
[[nodiscard]] Result<void> copy_picture(const std::filesystem::path& png);

} // namespace warpscope::workbench
