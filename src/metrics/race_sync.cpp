// How the race checker follows fences and strong accesses.
#include <algorithm>
#include <bit>

#include "metrics/each_lane.hpp"
#include "metrics/race_check.hpp"

namespace warpscope::metrics {

/// Sync points in straight-line code [from, to) that the warp has passed since it was seen last.
void RaceCheck::see_sync_points(uint32_t warp, simt::LaneMask lanes, uint32_t from, uint32_t to) {
    using Kind = RaceFacts::SyncPoint::Kind;
    uint32_t& reached = block_.fences[warp].reached;
    if (reached > from && reached <= to) from = reached;
    const std::vector<RaceFacts::SyncPoint>& all = setup_.facts->sync_points;
    auto next = std::ranges::lower_bound(all, from, {}, &RaceFacts::SyncPoint::pc);
    for (; next != all.end() && next->pc < to; ++next) {
        if (next->kind == Kind::commit_copies || next->kind == Kind::await_copies)
            for_each_lane(lanes, [&](uint32_t lane) {
                const uint32_t thread = warp * warp_size + lane;
                next->kind == Kind::commit_copies ? block_.copies.commit(thread)
                                                  : block_.copies.await(thread, next->keep);
            });
        else
            fence(warp, lanes, next->kind == Kind::block_fence);
    }
    reached = to;
}

void RaceCheck::fence(uint32_t warp, simt::LaneMask lanes, bool block_only) {
    for (const uint32_t place : block_.read_places) block_.knowledge.learn(place, releases_.releases(place));
    if (!block_.read_places.empty()) block_.all_knowledge.reset();
    block_.read_places.clear();
    block_.order.advance(warp);
    block_.order.lanes().fence(warp, lanes, block_.order.clock(warp));
    ++block_.version;
    WarpFences& state = block_.fences[warp];
    for (Fenced* fenced : {&state.in_block, block_only ? nullptr : &state.everywhere})
        if (fenced != nullptr) *fenced = {block_.order.known(warp), block_.order.clock(warp)};
}

/// By warp of the block: accesses with a smaller clock are fenced and happen before what `warp` does now. Besides what
/// came before its own last fence, that is what other warps fenced before a barrier with it.
std::vector<uint32_t> RaceCheck::fenced_row(uint32_t warp, Fenced WarpFences::*reach) const {
    const Fenced& mine = block_.fences[warp].*reach;
    std::vector<uint32_t> row = mine.seen;
    row.resize(block_.fences.size());
    row[warp] = std::max(row[warp], mine.own);
    const std::vector<uint32_t>& known = block_.order.known(warp);
    for (size_t other = 0; other < block_.fences.size(); ++other)
        row[other] = std::max(row[other], std::min(known[other], (block_.fences[other].*reach).own));
    return row;
}

std::shared_ptr<const Snapshot> RaceCheck::released_by(uint32_t warp) {
    WarpFences& state = block_.fences[warp];
    if (state.version == block_.version) return state.released;
    state.version = block_.version;
    Snapshot snapshot{block_.number, fenced_row(warp, &WarpFences::everywhere), fenced_row(warp, &WarpFences::in_block),
                      block_.knowledge};
    const bool nothing =
        std::all_of(snapshot.in_block.begin(), snapshot.in_block.end(), [](uint32_t clock) { return clock == 0; });
    state.released = nothing ? nullptr : std::make_shared<const Snapshot>(std::move(snapshot));
    return state.released;
}

void RaceCheck::synchronise(const simt::MemoryEvent& event) {
    const InstructionFacts& facts = setup_.facts->by_pc[event.pc];
    const AccessStrength strength = facts.strength_of(event.kind);
    if (strength == AccessStrength::plain) return;
    const uint32_t warp = event.warp->warp;
    const bool in_block = strength == AccessStrength::strong_in_block;
    if (facts.fence_before) fence(warp, event.mask, in_block);
    const uint64_t where = event.space == ptx::Space::shared ? block_.number : ~uint64_t{0};
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const uint32_t place = releases_.place(where, event.address[lane]);
        // The emulator's lanes have their turns in this order, too.
        if (event.kind != simt::AccessKind::store) block_.order.lanes().read(warp, lane, place);
        if (event.kind != simt::AccessKind::load) block_.order.lanes().write(warp, lane, place);
        if (event.kind != simt::AccessKind::load)
            if (const auto snapshot = released_by(warp)) releases_.release(place, snapshot);
        if (event.kind != simt::AccessKind::store &&
            std::find(block_.read_places.begin(), block_.read_places.end(), place) == block_.read_places.end())
            block_.read_places.push_back(place);
    }
    if (facts.fence_after) fence(warp, event.mask, in_block);
}

} // namespace warpscope::metrics
