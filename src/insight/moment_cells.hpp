#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace warpscope::insight {

struct MomentCells {
    /// Cells of one buffer, ascending, without duplicates.
    struct Buffer {
        std::vector<uint64_t> read, written;         // accesses so far
        std::vector<uint64_t> now_read, now_written; // accesses of the last step
        std::vector<uint64_t> pending;               // cells that the block stores later without reading them first
        uint64_t all_read = 0, all_written = 0,
                 all_pending = 0; // totals at the end of the block; `pending` at its start
        /// Bytes of cells that differ from the run's result, or from its input before the launch.
        std::map<uint64_t, std::vector<std::byte>> values;
        /// `values` contains only this block's sums, although all blocks add to the buffer.
        bool alone = false;
    };
    std::vector<Buffer> buffers;  // by index in the plan
    std::optional<uint32_t> warp; // warp of the last step; nullopt: several warps
};

} // namespace warpscope::insight
