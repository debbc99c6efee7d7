// Flags in shared memory that several threads set in turn: who has waited for one and then sets it himself does so
// after what he has seen there, whatever else orders the two.
#include <algorithm>

#include "metrics/each_lane.hpp"
#include "metrics/race_check.hpp"

namespace warpscope::metrics {

/// Whether a volatile or strong write comes after a look, by its thread or by one that it comes after, at the last
/// write to the place.
bool RaceCheck::has_seen_last(const LaneAccess& now, ShadowRange& range, uint64_t granule) {
    if (!now.writes || now.as_past.taking() == Taking::plain) return false;
    const FurtherReaders::Groups* const groups = range.seen().find(granule);
    return groups != nullptr && std::ranges::any_of(*groups, [&](const FurtherReaders::Group& group) {
               bool seen = false;
               for_each_lane(group.lanes, [&](uint32_t lane) { seen = seen || ordered(group.by(lane), now); });
               return seen;
           });
}

void RaceCheck::remember_seen(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                              const PlaceHistory& place) {
    constexpr size_t most_places = 1 << 12;
    const bool written = !place.write->none() || (place.atomic != nullptr && !place.atomic->none());
    if (access.space != ptx::Space::shared || !setup_.facts->by_pc[access.pc].waits || !written) return;
    FurtherReaders::Groups* const groups = range.seen().make(granule, most_places);
    if (groups == nullptr) return;
    const uint32_t lane = access.thread % warp_size;
    const PastAccess first = access.as_past.of_thread(access.as_past.thread() - lane);
    // A thread that looks again and again has known since its first look.
    if (std::ranges::any_of(*groups, [&](const FurtherReaders::Group& group) {
            return group.first.thread() == first.thread() && (group.lanes >> lane & 1) != 0;
        }))
        return;
    const auto same = std::ranges::find(*groups, first.bits, [](const auto& group) { return group.first.bits; });
    if (same != groups->end())
        same->lanes |= simt::LaneMask{1} << lane;
    else if (groups->size() < FurtherReaders::most_groups)
        groups->push_back({first, simt::LaneMask{1} << lane});
}

} // namespace warpscope::metrics
