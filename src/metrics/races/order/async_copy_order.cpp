#include "metrics/races/order/async_copy_order.hpp"

#include <algorithm>

namespace warpscope::metrics {

void AsyncCopyOrder::begin(uint32_t threads) {
    threads_.assign(threads, {});
    copies_.clear();
    mbarriers_.clear();
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

void AsyncCopyOrder::signal(uint32_t thread, uint64_t mbarrier) {
    constexpr size_t max_reported = 64;
    Thread& state = threads_[thread];
    commit(thread);
    if (state.signals.size() == max_reported) {
        state.arrived = std::max(state.arrived, state.signals.front().groups);
        state.signals.erase(state.signals.begin());
    }
    state.signals.push_back({state.committed, {mbarrier, mbarriers_[mbarrier].over}});
}

void AsyncCopyOrder::end_phase(uint64_t mbarrier) {
    const auto found = mbarriers_.find(mbarrier);
    if (found == mbarriers_.end()) return;
    found->second.observers[found->second.over % phases_kept].clear();
    ++found->second.over;
}

void AsyncCopyOrder::see_end(uint64_t mbarrier, uint32_t thread, PastAccess first, uint32_t lane) {
    const auto found = mbarriers_.find(mbarrier);
    if (found == mbarriers_.end() || found->second.over == 0) return;
    threads_[thread].seen = {mbarrier, found->second.over};
    FurtherThreads::Groups& observers = found->second.observers[(found->second.over - 1) % phases_kept];
    for (const FurtherThreads::Group& group : observers)
        if (group.first.thread() == first.thread() && (group.lanes >> lane & 1) != 0) return;
    FurtherThreads::add(observers, first, lane);
}

std::optional<AsyncCopyOrder::Phase> AsyncCopyOrder::signaled_phase(const Copy& copy) const {
    const std::vector<Signal>& signals = threads_[copy.thread].signals;
    const auto first = std::ranges::upper_bound(signals, copy.group, {}, &Signal::groups);
    return first == signals.end() ? std::nullopt : std::optional(first->phase);
}

const AsyncCopyOrder::Copy* AsyncCopyOrder::under_way(uint64_t granule) const {
    if (granule >= copies_.size() || copies_[granule].as_past.none()) return nullptr;
    const Copy& last = copies_[granule];
    return last.group >= threads_[last.thread].arrived ? &last : nullptr;
}

} // namespace warpscope::metrics
