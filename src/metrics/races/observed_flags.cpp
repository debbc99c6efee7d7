// Orders writes by observation of the last value:
// - flags in shared memory: a thread that waited for a flag sets it after the write it saw;
// - volatile flags in global memory;
// - counters in heap memory: a thread that saw the last change may free the memory.
#include <algorithm>

#include "metrics/races/race_check.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

/// Returns whether `now` follows an observation of the last write. True if there was no room for all observers.
bool RaceCheck::has_seen_last(const LaneAccess& now, ShadowRange& range, uint64_t granule) {
    const FurtherThreads::Groups* const groups = range.seen().find(granule);
    if (groups == nullptr) return range.seen().has_left_out_places();
    return std::ranges::any_of(*groups, [&](const FurtherThreads::Group& group) {
        bool seen = group.stands_for_others();
        simt::for_each_lane(group.lanes, [&](uint32_t lane) { seen = seen || ordered(group.by(lane), now); });
        return seen;
    });
}

void RaceCheck::remember_seen(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                              const PlaceHistory& place) {
    constexpr size_t most_places = 1 << 12;
    const bool written = !place.write->none() || (place.atomic != nullptr && !place.atomic->none());
    const bool waits = access.space == ptx::Space::shared && setup_.facts->by_pc[access.pc].waits;
    const bool sees_flag = access.space == ptx::Space::global && place.atomic != nullptr &&
                           is_volatile_store(place.atomic[2]) && place.atomic[2].thread() != access.as_past.thread();
    if (!written || (!waits && !access.in_heap && !sees_flag)) return;
    FurtherThreads::Groups* const groups = range.seen().make(granule, most_places);
    if (groups == nullptr) return;
    const uint32_t lane = access.thread % warp_size;
    const PastAccess first = access.as_past.of_thread(access.as_past.thread() - lane);
    // Keeps the thread's first observation.
    if (std::ranges::any_of(*groups, [&](const FurtherThreads::Group& group) {
            return group.first.thread() == first.thread() && (group.lanes >> lane & 1) != 0;
        }))
        return;
    FurtherThreads::add(*groups, first, lane);
}

/// Reports a volatile store that replaces a different, unseen value: the survivor is random. Includes equal values if
/// both sides increment. Excludes flags where both sides wait, as in Peterson's algorithm.
bool RaceCheck::replaces_unseen(const LaneAccess& now, ShadowRange& range, uint64_t granule,
                                const PlaceHistory& place) {
    const PastAccess last = place.atomic[2];
    const InstructionFacts& facts = setup_.facts->by_pc[now.pc];
    if (now.space != ptx::Space::global || !facts.is_volatile_store() || facts.awaits_answer ||
        !is_volatile_store(last) || same_constant(setup_.facts->pc_of_site[last.site()], now.pc) ||
        ordered(last, now) || has_seen_last(now, range, granule))
        return false;
    const auto counts = [&](uint32_t pc) { return update_by(pc, {}) == PlaceUpdate::counts; };
    if (same_value(last, now) && !(counts(now.pc) && counts(setup_.facts->pc_of_site[last.site()]))) return false;
    report(last, true, now);
    return true;
}

} // namespace warpscope::metrics
