// What the window starts with: settings, catalogue, scenes and files, with the command line's options applied to them.
#pragma once

#include "app/options.hpp"
#include "ui/app/app.hpp"

namespace warpscope::app {

/// Reads catalogue and settings and applies the options to them. A file that cannot be opened becomes a notice, since
/// the window opens without it; where there is no window it is an error.
[[nodiscard]] Result<ui::Start> make_start(const Options& options);

} // namespace warpscope::app
