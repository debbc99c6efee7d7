// Orders a write after an earlier write if the later thread has seen the earlier value. Covers flags in shared memory,
// volatile flags in global memory, and counters in heap memory.
#include <algorithm>

#include "metrics/races/race_check.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

/// Returns whether a thread saw the value of the last write, and `now` is ordered after that read. Also returns true if
/// not all readers were recorded.
bool RaceCheck::has_seen_last(const LaneAccess& now, ShadowRange& range, uint64_t granule) {
    const FurtherThreads::Groups* const groups = range.seen().find(granule);
    if (groups == nullptr) return range.seen().has_omitted_places();
    return std::ranges::any_of(*groups, [&](const FurtherThreads::Group& group) {
        bool seen = group.represents_others();
        simt::for_each_lane(group.lanes, [&](uint32_t lane) { seen = seen || ordered(group.by(lane), now); });
        return seen;
    });
}

void RaceCheck::remember_seen(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                              const PlaceHistory& place) {
    constexpr size_t max_places = 1 << 12;
    const bool written = !place.write->none() || (place.atomic != nullptr && !place.atomic->none());
    const bool waits = access.space == ptx::Space::shared && setup_.facts->by_pc[access.pc].waits;
    const bool sees_flag = access.space == ptx::Space::global && place.atomic != nullptr &&
                           replaces_any_value(place.atomic[2]) && place.atomic[2].thread() != access.as_past.thread();
    if (!written || (!waits && !access.in_heap && !sees_flag)) return;
    FurtherThreads::Groups* const groups = range.seen().make(granule, max_places);
    if (groups == nullptr) return;
    const uint32_t lane = access.thread % warp_size;
    const PastAccess first = access.as_past.of_thread(access.as_past.thread() - lane);
    if (std::ranges::any_of(*groups, [&](const FurtherThreads::Group& group) {
            return group.first.thread() == first.thread() && (group.lanes >> lane & 1) != 0;
        }))
        return;
    FurtherThreads::add(*groups, first, lane);
}

/// Returns whether the access overwrites the old value without using it: a volatile store, or an exchange whose result
/// is unused.
bool RaceCheck::replaces_any_value(PastAccess access) {
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    if (access.none() || access.site() >= pcs.size()) return false;
    const uint32_t pc = pcs[access.site()];
    const InstructionFacts& facts = setup_.facts->by_pc[pc];
    return facts.is_volatile_store() || (facts.exchanges && !may_read_flag(pc));
}

/// Reports a race if `now` overwrites another value that its thread has not seen, so that chance decides which remains.
/// At least one of the writes must be a volatile store. Two increments race even if their values are equal. Excludes
/// a flag that its writer polls afterwards, as in Peterson's algorithm.
bool RaceCheck::replaces_unseen(const LaneAccess& now, ShadowRange& range, uint64_t granule,
                                const PlaceHistory& place) {
    const PastAccess last = place.atomic[2];
    if (now.space != ptx::Space::global || !replaces_any_value(now.as_past) || !replaces_any_value(last)) return false;
    const uint32_t last_pc = setup_.facts->pc_of_site[last.site()];
    const InstructionFacts &facts = setup_.facts->by_pc[now.pc], &last_facts = setup_.facts->by_pc[last_pc];
    const auto value_of = [](const InstructionFacts& one) {
        return one.exchanges ? one.exchanged_value : one.stored_value;
    };
    const bool is_same = value_of(facts) != 0 && value_of(facts) == value_of(last_facts);
    if ((facts.exchanges && last_facts.exchanges) || facts.awaits_answer || is_same || ordered(last, now) ||
        has_seen_last(now, range, granule))
        return false;
    const auto counts = [&](uint32_t pc) { return update_by(pc, {}) == PlaceUpdate::counts; };
    if (same_value(last, now) && !(counts(now.pc) && counts(last_pc))) return false;
    report(last, true, now);
    return true;
}

} // namespace warpscope::metrics
