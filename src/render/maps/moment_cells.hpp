// Accesses of a recorded block up to a moment, without OpenGL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "render/maps/focus_mask.hpp"

namespace warpscope::render {

struct MomentCells {
    /// Cells of one buffer, distinct and ascending.
    struct Buffer {
        std::vector<uint64_t> read, written;         // accessed so far
        std::vector<uint64_t> now_read, now_written; // accessed in the current step
        std::vector<uint64_t> pending;               // cells that the block stores later
        uint64_t all_read = 0, all_written = 0;      // number of cells at the block's end
        /// Bytes that differ from the final ones.
        std::map<uint64_t, std::vector<std::byte>> values;
        /// Only this block's contribution, where all add up.
        bool alone = false;
    };
    std::vector<Buffer> buffers; // indexed by plan buffer
    std::string who;             // "warp 2" of the current step
};

/// Marks cells accessed so far by focus_block, those of the current step by focus_window and focus_written, others by
/// focus_pending.
[[nodiscard]] FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment,
                                    const Content& content);

} // namespace warpscope::render
