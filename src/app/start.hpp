#pragma once

#include "app/options.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Applies options and opens files. An unusable file causes a notice in the window, or an error without a window.
[[nodiscard]] Result<ui::Start> make_start(const Options& options);
/// Restores the last session if possible, otherwise calls make_start().
[[nodiscard]] Result<ui::Start> resume(const Options& options);

} // namespace warpscope::app
