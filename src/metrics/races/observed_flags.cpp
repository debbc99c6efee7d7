// Flags in shared memory that several threads set in turn: who has waited for one and then sets it himself does so
// after what he has seen there, whatever else orders the two. And counters in what malloc gives: who has seen the last
// change and then gives the memory back does so after it.
#include <algorithm>

#include "metrics/races/race_check.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

/// Returns whether `now` comes after a look, by its thread or by one that it comes after, at the last write to the
/// place.
bool RaceCheck::has_seen_last(const LaneAccess& now, ShadowRange& range, uint64_t granule) {
    const FurtherThreads::Groups* const groups = range.seen().find(granule);
    return groups != nullptr && std::ranges::any_of(*groups, [&](const FurtherThreads::Group& group) {
               bool seen = false;
               simt::for_each_lane(group.lanes, [&](uint32_t lane) { seen = seen || ordered(group.by(lane), now); });
               return seen;
           });
}

void RaceCheck::remember_seen(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                              const PlaceHistory& place) {
    constexpr size_t most_places = 1 << 12;
    const bool written = !place.write->none() || (place.atomic != nullptr && !place.atomic->none());
    const bool waits = access.space == ptx::Space::shared && setup_.facts->by_pc[access.pc].waits;
    if (!written || (!waits && !access.in_heap)) return;
    FurtherThreads::Groups* const groups = range.seen().make(granule, most_places);
    if (groups == nullptr) return;
    const uint32_t lane = access.thread % warp_size;
    const PastAccess first = access.as_past.of_thread(access.as_past.thread() - lane);
    // A thread that looks again and again has known since its first look.
    if (std::ranges::any_of(*groups, [&](const FurtherThreads::Group& group) {
            return group.first.thread() == first.thread() && (group.lanes >> lane & 1) != 0;
        }))
        return;
    FurtherThreads::add(*groups, first, lane);
}

} // namespace warpscope::metrics
