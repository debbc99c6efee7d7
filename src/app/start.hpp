// Initial state of the window: settings, catalog, scenes and files, after applying options.
#pragma once

#include "app/options.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Reads catalog and settings and applies the options. Files that cannot be opened become notices, or errors if there
/// is no window.
[[nodiscard]] Result<ui::Start> make_start(const Options& options);

} // namespace warpscope::app
