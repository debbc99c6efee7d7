#pragma once

#include "cli/gpu_report.hpp"

namespace warpscope::app {

/// Sets OpenGL's renderers: in a hidden window, and without a window.
void ask_renderers(cli::Renderer& window, cli::Renderer& without_window);

} // namespace warpscope::app
