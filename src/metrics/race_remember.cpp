// What the race checker keeps of an access that has been judged.
#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "metrics/race_check.hpp"

namespace warpscope::metrics {

void RaceCheck::remember(const LaneAccess& access, ShadowRange& range, uint64_t granule, const PlaceHistory& place) {
    const bool strong = is_strong(access.as_past.taking());
    if (!access.writes) {
        if (!strong) remember_read(access, range, granule, place);
    } else if (strong) {
        std::ignore = remember_two(access, place.atomic);
        place.atomic[2] = access.reads ? access.as_past : PastAccess();
    } else {
        *place.write = access.as_past;
        if (place.reads != nullptr) place.reads[0] = place.reads[1] = {};
        if (place.further_reads != nullptr) range.forget_further_readers(granule);
    }
}

void RaceCheck::remember_read(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                              const PlaceHistory& place) {
    const PastAccess left = remember_two(access, place.reads);
    if (left.none()) return;
    FurtherReaders::Groups* const groups = range.further_readers(granule);
    if (groups == nullptr) return;
    const uint32_t lane = (left.thread() - 1) % threads_per_block_ % warp_size;
    const PastAccess first = left.of_thread(left.thread() - lane);
    const auto same = std::ranges::find(*groups, first.bits, [](const auto& group) { return group.first.bits; });
    if (same != groups->end()) {
        same->lanes |= simt::LaneMask{1} << lane;
        return;
    }
    // Whoever is ordered after this one is after what comes before this one, too.
    if (left.bits == access.as_past.bits)
        std::erase_if(*groups, [&](const FurtherReaders::Group& group) {
            for (simt::LaneMask rest = group.lanes; rest != 0; rest &= rest - 1)
                if (!ordered(group.by(static_cast<uint32_t>(std::countr_zero(rest))), access)) return false;
            return true;
        });
    if (groups->size() < FurtherReaders::most_groups) groups->push_back({first, simt::LaneMask{1} << lane});
}

/// Returns the one that there was no room for, if any.
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
