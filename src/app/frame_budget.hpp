// Implements --measure-frames. Draws without a display, whose refresh rate would interfere.
#pragma once

#include "app/start.hpp"

namespace warpscope::app {

/// Draws frames of `size` (default 3840x2160) without changes, with mouse movement, and with a parameter's key, and
/// runs the kernel alone. Prints median processor and GPU times, and times from key to launch. Returns the exit status.
[[nodiscard]] int measure_frames(const Options& options, ui::Start start);

} // namespace warpscope::app
