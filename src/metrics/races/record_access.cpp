#include <algorithm>
#include <bit>
#include <utility>

#include "metrics/races/race_check.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

/// Reports a race of `now` with a reader without a slot. Forgets these readers unless `now` is strong.
bool RaceCheck::clashes_with_readers(const LaneAccess& now, ShadowRange& range, uint64_t granule) {
    const FurtherThreads::Groups* const groups = range.readers().find(granule);
    if (groups == nullptr) return false;
    PastAccess racing;
    for (const FurtherThreads::Group& group : *groups)
        simt::for_each_lane(group.lanes, [&](uint32_t lane) {
            if (racing.none() && !is_volatile_beside_atomic(group.by(lane), now) && !ordered(group.by(lane), now))
                racing = group.by(lane);
        });
    if (!racing.none()) report(racing, false, now);
    if (!is_strong(now.as_past.taking())) range.readers().forget(granule, granule);
    return !racing.none();
}

void RaceCheck::remember_read(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                              const PlaceHistory& place) {
    const PastAccess left = remember_two(access, place.reads);
    if (left.none()) return;
    remember_further(left, access, range.further_readers(granule));
}

/// Remembers `left`, which has no slot. Does nothing if the table is full (`groups` is null).
void RaceCheck::remember_further(PastAccess left, const LaneAccess& access, FurtherThreads::Groups* groups) {
    if (groups == nullptr) return;
    const uint32_t lane = (left.thread() - 1) % threads_per_block_ % warp_size;
    const PastAccess first = left.of_thread(left.thread() - lane);
    if (FurtherThreads::join(*groups, first, lane)) return;
    if (left.bits == access.as_past.bits)
        // Removes groups that precede the access. Accesses ordered after it are also ordered after these groups.
        std::erase_if(*groups, [&](const FurtherThreads::Group& group) {
            for (simt::LaneMask rest = group.lanes; rest != 0; rest &= rest - 1)
                if (!ordered(group.by(static_cast<uint32_t>(std::countr_zero(rest))), access)) return false;
            return true;
        });
    FurtherThreads::add(*groups, first, lane);
}

/// Puts the access into a slot. Returns the access left without a slot, if any.
PastAccess RaceCheck::remember_two(const LaneAccess& access, PastAccess* two) {
    PastAccess& first = two[0];
    PastAccess& second = two[1];
    if (first.none() || ordered(first, access)) {
        first = access.as_past;
        if (!second.none() && ordered(second, access)) second = {};
        return {};
    }
    if (second.none() || ordered(second, access)) {
        second = access.as_past;
        return {};
    }
    if (distance(first, access.as_past) > distance(first, second)) return std::exchange(second, access.as_past);
    return access.as_past;
}

} // namespace warpscope::metrics
