#pragma once

#include "insight/moment_cells.hpp"
#include "render/maps/focus_mask.hpp"

namespace warpscope::render {

/// Marks cells that the block has accessed (focus_block), accessed in the last step (focus_window, focus_written) or
/// will access (focus_pending).
[[nodiscard]] FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment,
                                    const Content& content);

} // namespace warpscope::render
