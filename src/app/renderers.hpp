// What OpenGL draws with on this machine, for `warpscope gpu`.
#pragma once

#include "cli/gpu_report.hpp"

namespace warpscope::app {

/// Makes a window that is not shown, where there is a display, and a context without one.
void ask_renderers(cli::Renderer& window, cli::Renderer& without_window);

} // namespace warpscope::app
