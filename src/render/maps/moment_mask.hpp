#pragma once

#include "insight/moment_cells.hpp"
#include "render/maps/focus_mask.hpp"

namespace warpscope::render {

/// Marks the block's accesses so far (focus_block), of the last step (focus_window, focus_written) and later
/// (focus_pending).
[[nodiscard]] FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment,
                                    const Content& content);

} // namespace warpscope::render
