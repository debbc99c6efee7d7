// The window: GLFW, the frame loop that sleeps while nothing changes, dropped files, the monitor's scale.
#pragma once

#include "app/options.hpp"

namespace warpscope::app {

/// Opens the window and runs until it is closed. Returns the exit status; failures have been printed.
[[nodiscard]] int run_window(const Options& options, ui::Start start);

} // namespace warpscope::app
