#pragma once

#include "app/start.hpp"

namespace warpscope::app {

/// Implements --measure-frames without a display, whose refresh rate would interfere. Draws frames of `size` (default
/// 3840x2160): unchanged, with mouse movement, with a parameter's key. Also runs the kernel alone. Prints median
/// processor and GPU times, and key-to-launch times. Returns the exit status.
[[nodiscard]] int measure_frames(const Options& options, ui::Start start);

} // namespace warpscope::app
