// Shuffles that read a lane which takes no part: the member mask leaves it out, or it has ended. What they get is
// undefined. That is no fault where it is not used, as in the upper half of a reduction; so who wants to know runs
// the block twice, giving such lanes one value and then another.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "base/diagnostic.hpp"

namespace warpscope::simt {

/// A shuffle of a launch that has read such lanes, and the lowest and highest block in which it has.
struct InactiveLaneShuffle {
    uint32_t pc = 0;
    uint64_t first_block = 0, last_block = 0;
};

/// One thread's shuffle that has read a lane which takes no part.
struct InactiveLaneRead {
    uint32_t from = 0;     // lane
    uint32_t named = 0;    // member mask
    bool ended = false;    // the lane that was read
    SourceLocation source; // as user_place()
};

/// For a launch on one worker: what threads get from lanes that take no part.
struct InactiveLaneValues {
    uint64_t block = 0; // whose threads are told apart, by their index in it
    uint32_t usual = 0;
    /// Instead, for these threads of the block at these instructions.
    uint32_t other = 0;
    std::set<uint32_t> pcs;
    uint32_t end_thread = 0; // those before it

    std::map<std::pair<uint32_t, uint32_t>, InactiveLaneRead>
        reads; // filled in: the block's first one by pc and thread

    [[nodiscard]] uint32_t value_for(uint64_t of_block, uint32_t pc, uint32_t thread) const {
        return of_block == block && thread < end_thread && pcs.contains(pc) ? other : usual;
    }
};

} // namespace warpscope::simt
