#pragma once

#include "cli/gpu_report.hpp"

namespace warpscope::app {

/// Finds the OpenGL renderers for a window and for off-screen drawing.
void ask_renderers(cli::Renderer& window, cli::Renderer& without_window);

} // namespace warpscope::app
