// What a recorded block has done to the plan's buffers up to one moment, as the views draw it: what was read and
// written so far, what the last step does, and what is still to come. Knows no OpenGL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "render/maps/focus_mask.hpp"

namespace warpscope::render {

struct MomentCells {
    /// Cells, ascending, each once.
    struct Buffer {
        std::vector<uint64_t> read, written;         // so far
        std::vector<uint64_t> now_read, now_written; // by the step that was done last
        std::vector<uint64_t> pending;               // that the block will store, and holds nothing of yet
        uint64_t all_read = 0, all_written = 0;      // when the block has ended
        /// Of cells that hold something else at this moment than after the run: their bytes.
        std::map<uint64_t, std::vector<std::byte>> values;
        /// All blocks add up in this buffer, and `values` have what this one alone has added.
        bool alone = false;
    };
    std::vector<Buffer> buffers; // by index in the plan
    std::string who;             // "warp 2": who did the last step
};

/// On the plane of `content`, in the bits that a block in focus has otherwise: focus_block for what was read or changed
/// so far, focus_window and focus_written for what the last step does, focus_pending.
[[nodiscard]] FocusMask moment_mask(const session::RunResult& result, const MomentCells& moment,
                                    const Content& content);

} // namespace warpscope::render
