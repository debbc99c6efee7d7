#include "metrics/race_readers.hpp"

namespace warpscope::metrics {

FurtherReaders::Groups* FurtherReaders::find_some(uint64_t granule) {
    if (granule == last_granule_) return last_;
    const auto found = by_granule_.find(granule);
    if (found == by_granule_.end()) return nullptr;
    last_granule_ = granule;
    return last_ = &found->second;
}

FurtherReaders::Groups* FurtherReaders::make(uint64_t granule, size_t most_places) {
    if (Groups* const groups = find(granule)) return groups;
    if (by_granule_.size() >= most_places) return nullptr;
    last_granule_ = granule;
    return last_ = &by_granule_[granule];
}

void FurtherReaders::forget(uint64_t first, uint64_t last) {
    if (by_granule_.empty()) return;
    if (last - first < by_granule_.size())
        for (uint64_t granule = first; granule <= last; ++granule) by_granule_.erase(granule);
    else
        std::erase_if(by_granule_, [&](const auto& one) { return one.first >= first && one.first <= last; });
    last_granule_ = none;
}

} // namespace warpscope::metrics
