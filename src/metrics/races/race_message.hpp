// What a person reads about a race.
#pragma once

#include <optional>
#include <string>

#include "metrics/races/program/lost_update.hpp"
#include "metrics/races/program/sync_instructions.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// One of the two accesses of a race.
struct RaceSide {
    uint64_t block = 0;
    uint32_t thread = 0; // in the block
    uint32_t pc = 0;
    bool writes = false;
    AccessStrength strength = AccessStrength::plain;
    bool is_volatile = false, only_stores = false, is_read_only = false; // as InstructionFacts
    uint32_t bytes = 0;                                                  // of the access
};

/// A flag, counter or lock that one side of a race has set after its access, and the other has looked at before its
/// own: fences would have it order the two.
struct FlagBetween {
    ptx::Space space{};
    uint64_t address = 0;
    SourceLocation set, seen;
    bool lacks_release = false, lacks_acquire = false; // no fence before it is set; none after it is seen
    bool is_for_one_block = false;                     // both are of different blocks, which its scope leaves out
};

/// The message of `finding`, whose own access is `second` and whose other is `first`. `update`: what those that store
/// do to the place's value before, which the other one is the load of, if it loads.
[[nodiscard]] std::string race_text(const simt::Finding& finding, const RaceSide& first, const RaceSide& second,
                                    const simt::LaunchContext& launch, const std::optional<FlagBetween>& flag,
                                    PlaceUpdate update);
/// The message of `finding`, whose access nothing keeps from coming after `free`, the finding's other place.
[[nodiscard]] std::string free_text(const simt::Finding& finding, const RaceSide& access, const simt::HeapEvent& free);
/// The message of `finding`, an access to where an asynchronous copy may be under way: by the same thread (`own`), or
/// by the finding's other one. `told`: the program, if an mbarrier is told of its end.
[[nodiscard]] std::string copy_text(const simt::Finding& finding, bool writes, bool own, const simt::Program* told);

} // namespace warpscope::metrics
