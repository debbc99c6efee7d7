#pragma once

#include "app/start.hpp"

namespace warpscope::app {

/// Implements --measure-frames, without a display because its refresh rate would interfere. Returns the exit status.
[[nodiscard]] int measure_frames(const Options& options, ui::Start start);

} // namespace warpscope::app
