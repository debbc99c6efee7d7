#pragma once

#include <optional>

#include "metrics/races/program/lost_update.hpp"
#include "metrics/races/program/sync_instructions.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

struct RaceSide {
    uint64_t block = 0;
    uint32_t thread = 0; // in the block
    uint32_t pc = 0;
    bool writes = false;
    AccessStrength strength = AccessStrength::plain;
    bool is_volatile = false, only_stores = false, is_read_only = false; // as in InstructionFacts
    uint32_t bytes = 0;
};

/// Flag, counter or lock that would order the accesses if it had the right fences.
struct FlagBetween {
    ptx::Space space{};
    uint64_t address = 0;
    SourceLocation set, seen;
    bool lacks_release = false, lacks_acquire = false; // fence missing before the set or after the read
    bool is_for_one_block = false;                     // has block scope, but orders different blocks
};

/// `second` is the finding's own access. `update`: how the stores use the previous value.
[[nodiscard]] Message race_message(const simt::Finding& finding, const RaceSide& first, const RaceSide& second,
                                   const simt::LaunchContext& launch, const std::optional<FlagBetween>& flag,
                                   PlaceUpdate update);
[[nodiscard]] Message freed_message(const simt::Finding& finding, const RaceSide& access, const simt::HeapEvent& free);
/// `own`: whether the same thread started the copy. `signaling_program`: the program if an mbarrier signals the copy,
/// otherwise null.
[[nodiscard]] Message async_copy_message(const simt::Finding& finding, bool writes, bool own,
                                         const simt::Program* signaling_program);

} // namespace warpscope::metrics
