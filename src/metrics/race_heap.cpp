// How the race checker follows memory that kernels take and give back. What comes too late for free() is found while
// the launch runs; here it is found that something might have come too late.
#include "metrics/each_lane.hpp"
#include "metrics/race_check.hpp"

namespace warpscope::metrics {

/// What is known of the heap; null: nothing.
ShadowRange* RaceCheck::heap_range(const simt::HeapEvent& event) {
    const auto allocation = setup_.launch.memory->find(event.address);
    const auto found = allocation ? global_.find(*allocation) : global_.end();
    return found == global_.end() || event.bytes == 0 ? nullptr : &found->second;
}

/// Whoever had the memory before has given it back before it was given away again.
void RaceCheck::on_allocated(const simt::HeapEvent& event) {
    if (ShadowRange* const range = heap_range(event))
        range->forget(range->first(event.address), range->last(event.address, static_cast<uint32_t>(event.bytes)));
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
        const auto look_at = [&](PastAccess past, bool wrote) {
            if (!past.none() && !ordered(past, now)) report_free(past, wrote, range->address_of(i), event);
        };
        look_at(*place.write, true);
        for (size_t k = 0; place.reads != nullptr && k < 2; ++k) look_at(place.reads[k], false);
        if (const FurtherReaders::Groups* const further = range->readers().find(i))
            for (const FurtherReaders::Group& group : *further)
                for_each_lane(group.lanes, [&](uint32_t lane) { look_at(group.by(lane), false); });
        for (size_t k = 0; place.atomic != nullptr && k < 2; ++k) look_at(place.atomic[k], true);
    }
}

void RaceCheck::report_free(PastAccess past, bool wrote, uint64_t address, const simt::HeapEvent& event) {
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    const uint32_t pc = past.site() < pcs.size() ? pcs[past.site()] : event.pc;
    const uint64_t block = (past.thread() - 1) / threads_per_block_;
    if (!findings_.is_news(simt::TrapKind::use_after_free, pc, block)) return;
    const uint32_t thread = (past.thread() - 1) % threads_per_block_;
    simt::Trap trap =
        make_trap(simt::TrapKind::use_after_free, {block, thread, pc}, setup_.launch, setup_.instructions);
    add_other(trap, {block_.number, event.warp->first_thread() + event.lane, event.pc}, setup_.launch,
              setup_.instructions);
    trap.space = ptx::Space::global;
    trap.address = address;
    trap.bytes = setup_.instructions[pc].access_bytes;
    RaceSide side{block, thread, pc, wrote};
    describe(side);
    trap.message = free_text(trap, side, event);
    findings_.keep(std::move(trap));
}

} // namespace warpscope::metrics
