#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

/// Copies an image through a helper process, which X11 and Wayland need. The file may be deleted afterwards.
[[nodiscard]] Result<void> copy_picture(const std::filesystem::path& png);

} // namespace warpscope::workbench
