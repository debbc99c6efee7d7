#include "metrics/races/order/async_copy_order.hpp"

#include <algorithm>

namespace warpscope::metrics {

void AsyncCopyOrder::begin(uint32_t threads) {
    threads_.assign(threads, {});
    copies_.clear();
}

void AsyncCopyOrder::copy(uint64_t granule, Copy made) {
    if (copies_.size() <= granule) copies_.resize(granule + 1);
    made.group = threads_[made.thread].committed;
    copies_[granule] = made;
}

void AsyncCopyOrder::await(uint32_t thread, uint32_t keep) {
    Thread& state = threads_[thread];
    if (state.committed > keep) state.arrived = std::max(state.arrived, state.committed - keep);
}

const AsyncCopyOrder::Copy* AsyncCopyOrder::under_way(uint64_t granule) const {
    if (granule >= copies_.size() || copies_[granule].as_past.none()) return nullptr;
    const Copy& last = copies_[granule];
    return last.group >= threads_[last.thread].arrived ? &last : nullptr;
}

} // namespace warpscope::metrics
