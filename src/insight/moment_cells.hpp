// Accesses of a recorded block to the plan's buffers up to one moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace warpscope::insight {

struct MomentCells {
    /// Cells, ascending, each once.
    struct Buffer {
        std::vector<uint64_t> read, written;         // so far
        std::vector<uint64_t> now_read, now_written; // by the last step
        std::vector<uint64_t> pending;               // that the block stores later and does not read before
        uint64_t all_read = 0, all_written = 0;      // at the end of the block
        /// Bytes of cells that differ at this moment from the result of the run.
        std::map<uint64_t, std::vector<std::byte>> values;
        /// All blocks add up in this buffer, and `values` has the sums of this block alone.
        bool alone = false;
    };
    std::vector<Buffer> buffers;  // by index in the plan
    std::optional<uint32_t> warp; // warp of the last step; nullopt: several warps
};

} // namespace warpscope::insight
