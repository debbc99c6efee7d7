// Checks and draws lessons with a window without display.
#pragma once

#include <filesystem>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::app {

/// Returns a problem for each spotlight on a missing control.
[[nodiscard]] Result<std::vector<Diagnostic>> missing_spotlights(const std::filesystem::path& lesson);

/// Writes each step, without and with its answer, as PNG to `folder`.
[[nodiscard]] Result<void> make_slides(const std::filesystem::path& lesson, const std::filesystem::path& folder);

} // namespace warpscope::app
