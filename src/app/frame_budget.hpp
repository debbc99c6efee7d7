#pragma once

#include "app/start.hpp"

namespace warpscope::app {

/// Implements --measure-frames, without a display because its refresh rate would interfere. Prints times of frames
/// without input, while the mouse moves, and after keys that change a parameter. Returns the exit status.
[[nodiscard]] int measure_frames(const Options& options, ui::Start start);

} // namespace warpscope::app
