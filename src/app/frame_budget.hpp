// What a frame costs, for --measure-frames: drawn without a display, so that the screen's own pace is not in the
// figures. The kernel of a slider's launch is, and is measured alone as well.
#pragma once

#include "app/start.hpp"

namespace warpscope::app {

/// Draws frames of `size` (3840x2160 unless asked otherwise) in which nothing changes, the mouse moves over a view, and
/// a parameter's key is pressed, and the kernel of that without any of our drawing; prints medians of processor time,
/// the GPU's clock, and the time from a key's event to its kernel's launch. Returns the exit status; failures have been
/// printed.
[[nodiscard]] int measure_frames(const Options& options, ui::Start start);

} // namespace warpscope::app
