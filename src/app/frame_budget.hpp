#pragma once

#include "app/start.hpp"

namespace warpscope::app {

/// Implements --measure-frames, without a display because its refresh rate would interfere. Draws frames of
/// options.size (default 3840x2160): without input, while the mouse moves, and after keys that change a parameter. Also
/// runs the kernel alone. Prints times. Returns the exit status.
[[nodiscard]] int measure_frames(const Options& options, ui::Start start);

} // namespace warpscope::app
