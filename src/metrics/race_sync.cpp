// How the race checker follows fences and strong accesses.
#include <algorithm>
#include <bit>

#include "metrics/race_check.hpp"

namespace warpscope::metrics {

/// Fences in straight-line code [from, to) that the warp has passed since it was seen last.
void RaceCheck::see_fences(uint32_t warp, uint32_t from, uint32_t to) {
    uint32_t& reached = fences_[warp].reached;
    if (reached > from && reached <= to) from = reached;
    const std::vector<RaceFacts::Fence>& all = setup_.facts->fences;
    auto next = std::lower_bound(all.begin(), all.end(), from,
                                 [](const RaceFacts::Fence& fence, uint32_t pc) { return fence.pc < pc; });
    for (; next != all.end() && next->pc < to; ++next) fence(warp, next->block_only);
    reached = to;
}

void RaceCheck::fence(uint32_t warp, bool block_only) {
    WarpFences& state = fences_[warp];
    for (const uint32_t place : state.read_places) knowledge_.learn(place, releases_.releases(place));
    state.read_places.clear();
    order_.advance(warp);
    Snapshot snapshot{block_, order_.known(warp), knowledge_, block_only};
    snapshot.known[warp] = order_.clock(warp);
    state.last = std::make_shared<const Snapshot>(std::move(snapshot));
}

void RaceCheck::synchronise(const simt::MemoryEvent& event) {
    const InstructionFacts& facts = setup_.facts->by_pc[event.pc];
    if (facts.strength == AccessStrength::plain) return;
    const uint32_t warp = event.warp->warp;
    WarpFences& state = fences_[warp];
    if (facts.fence_before) fence(warp, facts.strength == AccessStrength::strong_in_block);
    const uint64_t where = event.space == ptx::Space::shared ? block_ : ~uint64_t{0};
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
        const uint32_t place = releases_.place(where, event.address[std::countr_zero(rest)]);
        if (event.kind != simt::AccessKind::load && state.last) releases_.release(place, state.last);
        const auto known = std::find(state.read_places.begin(), state.read_places.end(), place);
        if (event.kind != simt::AccessKind::store && known == state.read_places.end())
            state.read_places.push_back(place);
    }
    if (facts.fence_after) fence(warp, facts.strength == AccessStrength::strong_in_block);
}

} // namespace warpscope::metrics
