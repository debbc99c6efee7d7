#include "simt/ops/fence.hpp"

#include <algorithm>
#include <atomic>

#include "simt/lane_loop.hpp"
#include "simt/state/machine.hpp"

namespace warpscope::simt {
namespace {

const Inst* fence(Warp& warp, const Inst* i, std::byte* frame) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

const Inst* nanosleep(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t max = 1'000'000; // limit of the hardware
    uint32_t longest = 0;
    for_each_lane(warp.exec, [&](uint32_t lane) { longest = std::max(longest, slot<uint32_t>(frame, i->a)[lane]); });
    warp.slept += std::min(longest, max);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

} // namespace

Handler simple_fence() { return fence; }
Handler simple_nanosleep() { return nanosleep; }

} // namespace warpscope::simt
