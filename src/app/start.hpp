#pragma once

#include "app/options.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Reads catalog and settings, applies options, opens scenes and files. Unusable files become notices; without a
/// window, errors.
[[nodiscard]] Result<ui::Start> make_start(const Options& options);
/// Restores the last session: experiment or file, input, settings, views, pinned cell and moment. Otherwise calls
/// make_start().
[[nodiscard]] Result<ui::Start> resume(const Options& options);

} // namespace warpscope::app
