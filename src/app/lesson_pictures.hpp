// What the command line needs of the window to check a lesson and to make slides of it.
#pragma once

#include <filesystem>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::app {

/// A problem for each step whose spotlight is on a control that is not there.
[[nodiscard]] Result<std::vector<Diagnostic>> missing_spotlights(const std::filesystem::path& lesson);

/// Each step as a class sees it, and with its answer, as PNG; `folder` is made where it is not there.
[[nodiscard]] Result<void> make_slides(const std::filesystem::path& lesson, const std::filesystem::path& folder);

} // namespace warpscope::app
