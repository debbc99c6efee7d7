#include "metrics/races/shadow/overflow_accessors.hpp"

#include <algorithm>
#include <bit>

namespace warpscope::metrics {

bool FurtherThreads::join(Groups& groups, PastAccess first, uint32_t lane) {
    const auto same = std::ranges::find(groups, first.bits, [](const Group& group) { return group.first.bits; });
    if (same == groups.end()) return false;
    same->lanes |= simt::LaneMask{1} << lane;
    return true;
}

void FurtherThreads::add(Groups& groups, PastAccess first, uint32_t lane) {
    if (join(groups, first, lane)) return;
    if (groups.size() < max_groups)
        groups.push_back({first, simt::LaneMask{1} << lane});
    else if (groups.size() == max_groups)
        groups.push_back({});
}

FurtherThreads::Groups* FurtherThreads::find_some(uint64_t granule) {
    if (granule == last_granule_) return last_;
    const auto found = by_granule_.find(granule);
    if (found == by_granule_.end()) return nullptr;
    last_granule_ = granule;
    return last_ = &found->second;
}

FurtherThreads::Groups* FurtherThreads::make(uint64_t granule, size_t max_places) {
    if (Groups* const groups = find(granule)) return groups;
    if (by_granule_.size() >= max_places) {
        omitted_places_ = true;
        return nullptr;
    }
    if (present_.size() <= granule / 64) present_.resize(granule / 64 + 1);
    present_[granule / 64] |= uint64_t{1} << granule % 64;
    last_granule_ = granule;
    return last_ = &by_granule_[granule];
}

void FurtherThreads::forget(uint64_t first, uint64_t last) {
    if (by_granule_.empty()) return;
    const uint64_t end = std::min<uint64_t>(last / 64 + 1, present_.size());
    for (uint64_t word = first / 64; word < end; ++word) {
        uint64_t going = present_[word];
        if (word == first / 64) going &= ~uint64_t{0} << first % 64;
        if (word == last / 64) going &= ~uint64_t{0} >> (63 - last % 64);
        present_[word] &= ~going;
        for (; going != 0; going &= going - 1)
            by_granule_.erase(word * 64 + static_cast<uint64_t>(std::countr_zero(going)));
    }
    last_granule_ = none;
}

} // namespace warpscope::metrics
