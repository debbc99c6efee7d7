#pragma once

#include "cli/gpu_report.hpp"

namespace warpscope::app {

/// Finds OpenGL's renderers with a hidden window and without display.
void ask_renderers(cli::Renderer& window, cli::Renderer& without_window);

} // namespace warpscope::app
