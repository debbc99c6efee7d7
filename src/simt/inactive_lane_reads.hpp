// Shuffles that read a lane which is inactive, not in the member mask, or ended. Unused results are harmless, so a
// check runs the block twice with different values.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "base/diagnostic.hpp"

namespace warpscope::simt {

struct InactiveLaneShuffle {
    uint32_t pc = 0;
    uint64_t first_block = 0, last_block = 0;
};

struct InactiveLaneRead {
    uint32_t from = 0;
    uint32_t named = 0;
    bool ended = false;
    SourceLocation source;
};

/// Values that shuffles get from inactive lanes. Requires one worker.
struct InactiveLaneValues {
    uint64_t block = 0; // block whose threads are recorded
    uint32_t usual = 0;
    /// Value that replaces `usual` at `pcs` in `block`, for threads before `end_thread`.
    uint32_t other = 0;
    std::set<uint32_t> pcs;
    uint32_t end_thread = 0;

    std::map<std::pair<uint32_t, uint32_t>, InactiveLaneRead> reads; // output: first read per pc and thread

    [[nodiscard]] uint32_t value_for(uint64_t of_block, uint32_t pc, uint32_t thread) const {
        return of_block == block && thread < end_thread && pcs.contains(pc) ? other : usual;
    }
};

} // namespace warpscope::simt
