#include "simt/divergence/cluster.hpp"

#include <algorithm>
#include <bit>

#include "simt/divergence/branch.hpp"
#include "simt/divergence/warp_split.hpp"

namespace warpscope::simt {
namespace {

bool has_arrived(const Block& block, size_t index) {
    const Warp* const warp = block.warps[index];
    if (warp == nullptr) return block.ended[index] != 0;
    return (warp->cluster_arrived | warp->exited) == all_lanes;
}

/// Reports a block barrier to observers, so that race checks order accesses in different phases.
void begin_phase(Block& block) {
    block.cluster_phase += 1;
    block.barriers[cluster_barrier].arrived = 0;
    for (Warp* warp : block.warps) {
        if (warp == nullptr || warp->cluster_arrived == 0) continue;
        if ((warp->hooks & wants_barriers) != 0) emit_barrier(*warp, warp->cluster_arrival, cluster_barrier);
    }
    for (Warp* warp : block.warps) {
        if (warp == nullptr) continue;
        warp->cluster_arrived = 0;
        warp->context.barrier_interval += 1;
        if (warp->state != WarpState::at_barrier || warp->barrier != cluster_barrier) continue;
        warp->state = WarpState::ready;
        if (warp->has_waited) warp->waiting = Waiting::no;
    }
}

const Inst* arrive_in_cluster(Warp& warp, const Inst* i, std::byte*) {
    if (i->c != 0) leave_block(warp, i);
    Block& block = *warp.block;
    warp.cluster_arrived |= warp.exec;
    warp.cluster_pending |= warp.exec;
    warp.cluster_arrival = i;
    block.barriers[cluster_barrier].arrived += static_cast<uint32_t>(std::popcount(warp.exec));
    complete_cluster(block);
    return continue_at(warp, i + 1);
}

/// Lanes that have not arrived in the phase also wait, usually forever.
const Inst* wait_for_cluster(Warp& warp, const Inst* i, std::byte*) {
    if (i->c != 0) leave_block(warp, i);
    const LaneMask done = warp.cluster_pending & ~warp.cluster_arrived;
    const bool waits = (warp.exec & ~done) != 0;
    warp.cluster_pending &= ~warp.exec;
    if (!waits) return continue_at(warp, i + 1);
    if ((warp.active | warp.exited) != all_lanes) return defer_lanes(warp, i + 1, WarpSplit::State::at_cluster);
    warp.pc = i + 1;
    warp.barrier = cluster_barrier;
    warp.state = WarpState::at_barrier;
    return nullptr;
}

} // namespace

Handler cluster_arrive() { return arrive_in_cluster; }
Handler cluster_wait() { return wait_for_cluster; }

void complete_cluster(Block& block) {
    if (block.barriers[cluster_barrier].arrived == 0) return;
    for (size_t index = 0; index < block.warps.size(); ++index)
        if (!has_arrived(block, index)) return;
    begin_phase(block);
}

} // namespace warpscope::simt
