#include "metrics/block_order.hpp"

#include <algorithm>

namespace warpscope::metrics {
namespace {

void join(std::vector<uint32_t>& into, const std::vector<uint32_t>& from) {
    for (size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
}

} // namespace

void BlockOrder::begin(uint32_t warps) {
    clocks_.assign(warps, 1);
    known_.assign(warps, std::vector<uint32_t>(warps, 0));
    waits_at_.assign(warps, no_barrier);
    whole_sync_.assign(warps, 0);
    lanes_.begin(warps);
    barriers_.clear();
}

void BlockOrder::advance(uint32_t warp) { clocks_[warp] = std::min(clocks_[warp] + 1, last_clock); }

void BlockOrder::arrive(uint32_t warp, uint32_t number, bool waits) {
    if (number >= barriers_.size()) barriers_.resize(number + size_t{1});
    Barrier& barrier = barriers_[number];
    barrier.known.resize(clocks_.size());
    advance(warp);
    known_[warp][warp] = clocks_[warp];
    join(barrier.known, known_[warp]);
    ++barrier.arrived;
    if (!waits) return;
    barrier.waiting.push_back(warp);
    waits_at_[warp] = number;
}

bool BlockOrder::resume(uint32_t warp) {
    if (!waits(warp)) return false;
    Barrier& barrier = barriers_[waits_at_[warp]];
    for (const uint32_t waiting : barrier.waiting) {
        join(known_[waiting], barrier.known);
        whole_sync_[waiting] = clocks_[waiting];
        waits_at_[waiting] = no_barrier;
    }
    const bool all = barrier.waiting.size() == clocks_.size();
    barrier = {};
    return all;
}

void BlockOrder::sync_lanes(uint32_t warp, simt::LaneMask lanes, bool whole_warp) {
    advance(warp);
    if (whole_warp) {
        whole_sync_[warp] = clocks_[warp];
        return;
    }
    lanes_.sync(warp, lanes, clocks_[warp]);
}

bool BlockOrder::ordered(uint32_t earlier, uint32_t clock, uint32_t now) const {
    if (earlier == now || clock >= last_clock) return true;
    const uint32_t warp = now / warp_size;
    const uint32_t other = earlier / warp_size;
    if (warp != other) return clock < known_[warp][other];
    return clock < whole_sync_[warp] || lanes_.ordered(warp, earlier % warp_size, clock, now % warp_size);
}

} // namespace warpscope::metrics
