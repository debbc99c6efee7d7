// Shuffles that read an inactive lane: one that the member mask omits or that has ended. The result is undefined. This
// is harmless if nothing uses it, as in the upper half of a reduction. A check therefore runs the block twice with
// different values for inactive lanes.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "base/diagnostic.hpp"

namespace warpscope::simt {

/// A shuffle that read inactive lanes, with the lowest and highest block in which it did.
struct InactiveLaneShuffle {
    uint32_t pc = 0;
    uint64_t first_block = 0, last_block = 0;
};

/// One thread's read of an inactive lane.
struct InactiveLaneRead {
    uint32_t from = 0;     // lane
    uint32_t named = 0;    // member mask
    bool ended = false;    // the lane has ended
    SourceLocation source; // see user_place()
};

/// Values that inactive lanes give to shuffles. Requires a launch on one worker.
struct InactiveLaneValues {
    uint64_t block = 0; // block whose threads are recorded
    uint32_t usual = 0;
    /// Value for threads before `end_thread` of the block, at the instructions `pcs`.
    uint32_t other = 0;
    std::set<uint32_t> pcs;
    uint32_t end_thread = 0;

    std::map<std::pair<uint32_t, uint32_t>, InactiveLaneRead> reads; // output: the block's first read by pc and thread

    [[nodiscard]] uint32_t value_for(uint64_t of_block, uint32_t pc, uint32_t thread) const {
        return of_block == block && thread < end_thread && pcs.contains(pc) ? other : usual;
    }
};

} // namespace warpscope::simt
