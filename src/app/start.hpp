#pragma once

#include "app/options.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Applies options and opens files. An unusable file causes a notice, or an error if no window opens.
[[nodiscard]] Result<ui::Start> make_start(const Options& options);
/// Restores the last session if possible, otherwise calls make_start().
[[nodiscard]] Result<ui::Start> resume(const Options& options);

} // namespace warpscope::app
