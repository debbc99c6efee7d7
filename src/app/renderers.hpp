// Finds OpenGL's renderers for `warpscope gpu`.
#pragma once

#include "cli/gpu_report.hpp"

namespace warpscope::app {

/// Tries a hidden window, and a context without display.
void ask_renderers(cli::Renderer& window, cli::Renderer& without_window);

} // namespace warpscope::app
