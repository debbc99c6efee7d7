// The accesses of a recorded block up to one moment, as bits of cells. Knows no OpenGL.
#pragma once

#include "insight/moment_cells.hpp"
#include "render/maps/focus_mask.hpp"

namespace warpscope::render {

/// Returns the mask on the plane of `content`, with the bits of a block in focus: focus_block for cells that were read
/// or changed so far, focus_window and focus_written for the last step, focus_pending.
[[nodiscard]] FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment,
                                    const Content& content);

} // namespace warpscope::render
