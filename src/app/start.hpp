#pragma once

#include "app/options.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Applies options, opens scenes and files. Unusable files become notices; without a window, errors.
[[nodiscard]] Result<ui::Start> make_start(const Options& options);
/// Restores the last session. Otherwise calls make_start().
[[nodiscard]] Result<ui::Start> resume(const Options& options);

} // namespace warpscope::app
