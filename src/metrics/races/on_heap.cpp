#include "metrics/races/race_check.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

ShadowRange* RaceCheck::heap_range(const simt::HeapEvent& event) {
    const auto allocation = setup_.launch.memory->find(event.address);
    const auto found = allocation ? global_.find(*allocation) : global_.end();
    return found == global_.end() || event.bytes == 0 ? nullptr : &found->second;
}

void RaceCheck::on_allocated(const simt::HeapEvent& event) {
    if (ShadowRange* const range = heap_range(event))
        range->forget(range->first(event.address), range->last(event.address, static_cast<uint32_t>(event.bytes)));
}

/// Remembers a strong load, which only races with free().
void RaceCheck::remember_strong_load(const LaneAccess& access, ShadowRange& range) {
    constexpr size_t max_places = 1 << 12;
    const uint32_t lane = access.thread % warp_size;
    const PastAccess first = access.as_past.of_thread(access.as_past.thread() - lane);
    for (uint64_t i = range.first(access.address); i <= range.last(access.address, access.bytes); ++i) {
        FurtherThreads::Groups* const groups = range.strong_readers().make(i, max_places);
        if (groups == nullptr) return;
        for (FurtherThreads::Group& group : *groups)
            if (group.first.thread() == first.thread()) group.lanes &= ~(simt::LaneMask{1} << lane);
        FurtherThreads::add(*groups, first, lane);
        std::erase_if(*groups, [](const FurtherThreads::Group& group) { return group.lanes == 0; });
    }
}

void RaceCheck::on_freed(const simt::HeapEvent& event) {
    const uint32_t warp = event.warp->warp;
    resume(warp);
    if (follows_sync_points())
        see_sync_points(warp, simt::active_lanes(*event.warp), setup_.facts->by_pc[event.pc].block_first, event.pc);
    ShadowRange* const range = heap_range(event);
    if (range == nullptr) return;
    LaneAccess now;
    now.pc = event.pc;
    now.thread = event.warp->first_thread() + event.lane;
    const uint64_t last = range->last(event.address, static_cast<uint32_t>(event.bytes));
    for (uint64_t i = range->first(event.address); i <= last; ++i) {
        const PlaceHistory place = range->at(i, false, false);
        const auto check_access = [&](PastAccess past, bool wrote) {
            if (!past.none() && !ordered(past, now)) report_free(past, wrote, range->address_of(i), event);
        };
        check_access(*place.write, true);
        for (size_t k = 0; place.reads != nullptr && k < 2; ++k) check_access(place.reads[k], false);
        const auto check_accesses = [&](FurtherThreads& further, bool wrote) {
            const FurtherThreads::Groups* const groups = further.find(i);
            if (groups == nullptr) return;
            for (const FurtherThreads::Group& group : *groups)
                simt::for_each_lane(group.lanes, [&](uint32_t lane) { check_access(group.by(lane), wrote); });
        };
        check_accesses(range->readers(), false);
        check_accesses(range->strong_readers(), false);
        // A counter's last atomic saw all earlier changes, so a free() ordered after this atomic races with none of
        // them.
        const bool has_changed_last = place.atomic != nullptr && !place.atomic[2].none() &&
                                      !is_volatile_store(place.atomic[2]) && ordered(place.atomic[2], now);
        if (place.atomic == nullptr || has_changed_last || has_seen_last(now, *range, i)) continue;
        for (size_t k = 0; k < 2; ++k) check_access(place.atomic[k], true);
        check_accesses(range->writers(), true);
    }
    range->forget_threads(range->first(event.address), last);
}

void RaceCheck::report_free(PastAccess past, bool wrote, uint64_t address, const simt::HeapEvent& event) {
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    const uint32_t pc = past.site() < pcs.size() ? pcs[past.site()] : event.pc;
    const uint64_t block = (past.thread() - 1) / threads_per_block_;
    if (!findings_.is_new(simt::FindingKind::use_after_free, pc, block)) return;
    const uint32_t thread = (past.thread() - 1) % threads_per_block_;
    simt::Finding finding =
        make_finding(simt::FindingKind::use_after_free, {block, thread, pc}, setup_.launch, setup_.instructions);
    add_other(finding, {block_.number, event.warp->first_thread() + event.lane, event.pc}, setup_.launch,
              setup_.instructions);
    finding.space = ptx::Space::global;
    finding.address = address;
    finding.bytes = setup_.instructions[pc].access_bytes;
    RaceSide side{block, thread, pc, wrote};
    describe(side);
    finding.message = freed_message(finding, side, event);
    findings_.keep(std::move(finding));
}

} // namespace warpscope::metrics
