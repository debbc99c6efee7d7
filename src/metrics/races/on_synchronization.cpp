#include <algorithm>
#include <utility>

#include "metrics/races/race_check.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

void RaceCheck::see_sync_points(uint32_t warp, simt::LaneMask lanes, uint32_t from, uint32_t to) {
    using Kind = SyncInstructions::SyncPoint::Kind;
    uint32_t& reached = block_.reached[warp];
    if (reached > from && reached <= to) from = reached;
    const std::vector<SyncInstructions::SyncPoint>& all = setup_.facts->sync_points;
    auto next = std::ranges::lower_bound(all, from, {}, &SyncInstructions::SyncPoint::pc);
    for (; next != all.end() && next->pc < to; ++next) {
        if (next->kind == Kind::commit_copies || next->kind == Kind::await_copies)
            simt::for_each_lane(lanes, [&](uint32_t lane) {
                const uint32_t thread = warp * warp_size + lane;
                next->kind == Kind::commit_copies ? block_.copies.commit(thread)
                                                  : block_.copies.await(thread, next->keep);
            });
        else {
            const bool is_for_all = next->kind != Kind::block_fence;
            block_.order.fence(warp, lanes, is_for_all ? Reach::device : Reach::block);
            if (!block_.flag_reads.empty())
                simt::for_each_lane(lanes, [&](uint32_t lane) {
                    FlagRead& read = block_.flag_reads[warp * warp_size + lane];
                    read.fenced_in_block = true;
                    read.fenced = read.fenced || is_for_all;
                });
        }
    }
    reached = to;
}

void RaceCheck::synchronize(const simt::MemoryEvent& event) {
    const InstructionFacts& facts = setup_.facts->by_pc[event.pc];
    const AccessStrength strength = facts.strength_of(event.kind);
    if (strength == AccessStrength::plain) return;
    if (facts.at_mbarrier) return synchronize_at_mbarrier(event);
    const uint32_t warp = event.warp->warp;
    const bool writes = event.kind != simt::AccessKind::load;
    const Reach reach = strength == AccessStrength::strong_in_block ? Reach::block : Reach::device;
    if (facts.releases) block_.order.release(warp, event.mask, reach);
    FenceOrder& fences = block_.order.fences();
    ReleasedAt& released = event.space == ptx::Space::shared ? block_.released : released_;
    simt::for_each_lane(event.mask, [&](uint32_t lane) { // ascending, as the emulator executes them
        auto place = released.find(event.address[lane]);
        if (event.kind != simt::AccessKind::store && place != released.end()) {
            if (facts.acquires)
                fences.read_to_acquire(warp, lane, place->second, reach);
            else
                fences.read(warp, lane, place->second);
        }
        if (facts.takes_ticket && place != released.end()) fences.take_ticket(warp, lane, place->second);
        if (!writes) return;
        if (place == released.end()) {
            if (!fences.gives(block_.order, warp, lane, event.warp->launched)) return;
            place = released.try_emplace(event.address[lane]).first;
        }
        fences.write(block_.order, warp, lane, event.warp->launched, place->second);
    });
    if (facts.acquires) block_.order.acquire(warp, event.mask, reach);
}

/// Orders an arrival before later accesses of threads that find the arrival's phase complete.
void RaceCheck::synchronize_at_mbarrier(const simt::MemoryEvent& event) {
    const InstructionFacts& facts = setup_.facts->by_pc[event.pc];
    const uint32_t warp = event.warp->warp;
    if (facts.releases) block_.order.release(warp, event.mask, Reach::block);
    FenceOrder& fences = block_.order.fences();
    const simt::LaneMask launched = event.warp->launched;
    simt::for_each_lane(event.mask, [&](uint32_t lane) {
        Phases& phases = block_.mbarriers[event.address[lane]];
        const bool is_over = (event.phase_ends >> lane & 1) != 0;
        if (facts.only_acquires) {
            if (!is_over) return;
            fences.read_to_acquire(warp, lane, phases.over, Reach::block);
            if (setup_.facts->copies)
                block_.copies.see_end(event.address[lane], event.warp->first_thread() + lane,
                                      lane_access(event, 0).as_past, lane);
            return;
        }
        if (facts.signals_copies) block_.copies.signal(event.warp->first_thread() + lane, event.address[lane]);
        if (fences.gives(block_.order, warp, lane, launched))
            fences.write(block_.order, warp, lane, launched, phases.under_way);
        if (!is_over) return;
        phases.over.join(std::exchange(phases.under_way, {}));
        if (setup_.facts->copies) block_.copies.end_phase(event.address[lane]);
    });
    if (facts.only_acquires && event.phase_ends != 0) block_.order.acquire(warp, event.phase_ends, Reach::block);
}

} // namespace warpscope::metrics
