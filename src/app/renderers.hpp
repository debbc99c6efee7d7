#pragma once

#include "cli/gpu_report.hpp"

namespace warpscope::app {

/// Finds OpenGL's renderers for a window and for drawing without one.
void ask_renderers(cli::Renderer& window, cli::Renderer& without_window);

} // namespace warpscope::app
