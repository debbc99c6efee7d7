// Initial state of the window.
#pragma once

#include "app/options.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Reads catalog and settings, applies options, and opens scenes and files. Unusable files become notices, or errors
/// without window.
[[nodiscard]] Result<ui::Start> make_start(const Options& options);

} // namespace warpscope::app
