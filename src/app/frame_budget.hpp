// Measures the cost of frames for --measure-frames. Draws without a display, so that its refresh rate has no influence.
#pragma once

#include "app/start.hpp"

namespace warpscope::app {

/// Draws frames of `size` (default 3840x2160) without changes, with mouse movement, and with a parameter's key, and
/// runs that kernel alone. Prints medians of processor and GPU times and of the time from key to launch. Returns the
/// exit status after printing failures.
[[nodiscard]] int measure_frames(const Options& options, ui::Start start);

} // namespace warpscope::app
