// Shuffles that read a lane which takes no part: the member mask leaves it out, or it has ended. What they get is
// undefined. That is no fault where nobody uses it, as in the upper half of a reduction; so whoever wants to know runs
// the block twice, giving such lanes one value and then another.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "base/diagnostic.hpp"

namespace warpscope::simt {

/// A shuffle of a launch that has read such lanes, and the lowest and highest block in which it has.
struct ForeignShuffle {
    uint32_t pc = 0;
    uint64_t first_block = 0, last_block = 0;
};

/// One thread's shuffle that has read a lane which takes no part.
struct ForeignRead {
    uint32_t from = 0;     // lane
    uint32_t named = 0;    // member mask
    bool ended = false;    // the lane that was read
    SourceLocation source; // as user_place()
};

/// For a launch of one block on one worker: what threads (by their index in the block) get from lanes that take no
/// part.
struct ForeignValues {
    uint32_t usual = 0;
    /// Instead, for these threads at this instruction, or at all.
    uint32_t other = 0;
    std::optional<uint32_t> pc;
    uint32_t first_thread = 0, end_thread = 0;

    std::map<std::pair<uint32_t, uint32_t>, ForeignRead> reads; // filled in: the first one by pc and thread

    [[nodiscard]] uint32_t value_for(uint32_t at, uint32_t thread) const {
        return pc.value_or(at) == at && thread >= first_thread && thread < end_thread ? other : usual;
    }
};

} // namespace warpscope::simt
