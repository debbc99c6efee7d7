#pragma once

#include "app/start.hpp"

namespace warpscope::app {

/// Implements --measure-frames. Draws off screen, because a display's refresh rate would interfere. Returns the exit
/// status.
[[nodiscard]] int measure_frames(const Options& options, ui::Start start);

} // namespace warpscope::app
