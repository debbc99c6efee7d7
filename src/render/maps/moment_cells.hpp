// Accesses of a recorded block up to a moment: so far, in the current step, and still to come. Without OpenGL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "render/maps/focus_mask.hpp"

namespace warpscope::render {

struct MomentCells {
    /// Ascending, distinct cells.
    struct Buffer {
        std::vector<uint64_t> read, written;         // so far
        std::vector<uint64_t> now_read, now_written; // in the current step
        std::vector<uint64_t> pending;               // stored later, without contents yet
        uint64_t all_read = 0, all_written = 0;      // totals at the block's end
        /// Bytes of cells whose contents differ from the final ones.
        std::map<uint64_t, std::vector<std::byte>> values;
        /// All blocks add to this buffer; `values` has this block's contribution.
        bool alone = false;
    };
    std::vector<Buffer> buffers; // indexed by plan buffer
    std::string who;             // author of the current step: "warp 2"
};

/// Returns the mask on the plane of `content`: focus_block for cells accessed so far, focus_window and focus_written
/// for the current step, focus_pending.
[[nodiscard]] FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment,
                                    const Content& content);

} // namespace warpscope::render
