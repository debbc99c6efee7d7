#pragma once

#include <filesystem>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::app {

[[nodiscard]] Result<std::vector<Diagnostic>> missing_spotlights(const std::filesystem::path& lesson);

/// Writes PNG files of each step, with and without its answer.
[[nodiscard]] Result<void> make_slides(const std::filesystem::path& lesson, const std::filesystem::path& folder);

} // namespace warpscope::app
