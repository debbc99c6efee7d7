#include "simt/ops/fence.hpp"

#include <atomic>

#include "simt/state/machine.hpp"

namespace warpscope::simt {
namespace {

const Inst* fence(Warp& warp, const Inst* i, std::byte* frame) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

} // namespace

Handler simple_fence() { return fence; }

} // namespace warpscope::simt
