#include "metrics/races/order/block_order.hpp"

#include <algorithm>

namespace warpscope::metrics {
namespace {

void join(std::vector<uint32_t>& into, const std::vector<uint32_t>& from) {
    for (size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
}

} // namespace

void BlockOrder::begin(uint64_t block, uint32_t warps) {
    clocks_.assign(warps, 1);
    known_.assign(warps, std::vector<uint32_t>(warps, 0));
    waits_at_.assign(warps, no_barrier);
    whole_sync_.assign(warps, 0);
    lanes_.begin(warps);
    fences_.begin(block, warps);
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
    fences_.arrive(warp, number);
    if (!waits) return;
    barrier.waiting.push_back(warp);
    waits_at_[warp] = number;
}

bool BlockOrder::resume(uint32_t warp) {
    if (!waits(warp)) return false;
    const uint32_t number = waits_at_[warp];
    Barrier& barrier = barriers_[number];
    fences_.resume(barrier.waiting, number);
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
    fences_.sync_lanes(warp, lanes);
    if (whole_warp)
        whole_sync_[warp] = clocks_[warp];
    else
        lanes_.sync(warp, lanes, clocks_[warp]);
}

void BlockOrder::fence(uint32_t warp, simt::LaneMask lanes, Reach reach) {
    advance(warp);
    fences_.fence(*this, warp, lanes, reach);
}

void BlockOrder::release(uint32_t warp, simt::LaneMask lanes, Reach reach) {
    advance(warp);
    fences_.release(*this, warp, lanes, reach);
}

void BlockOrder::acquire(uint32_t warp, simt::LaneMask lanes, Reach reach) {
    advance(warp);
    fences_.acquire(*this, warp, lanes, reach);
}

} // namespace warpscope::metrics
