// Readers of a place besides the two that every place has room for. Lanes of a warp that have read it at one time take
// one entry, so that the readers of a block mostly fit in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "metrics/past_access.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class FurtherReaders {
public:
    static constexpr size_t most_groups = 32; // of one place; those that come later are forgotten

    struct Group {
        PastAccess first; // as if by lane 0
        simt::LaneMask lanes = 0;

        [[nodiscard]] PastAccess by(uint32_t lane) const { return first.of_thread(first.thread() + lane); }
    };
    using Groups = std::vector<Group>;

    [[nodiscard]] Groups* find(uint64_t granule) {
        if (by_granule_.empty()) return nullptr;
        if (granule == last_granule_) return last_;
        const auto found = by_granule_.find(granule);
        if (found == by_granule_.end()) return nullptr;
        last_granule_ = granule;
        return last_ = &found->second;
    }
    /// null: there is no room for readers of one more place.
    [[nodiscard]] Groups* make(uint64_t granule, size_t most_places) {
        if (Groups* const groups = find(granule)) return groups;
        if (by_granule_.size() >= most_places) return nullptr;
        last_granule_ = granule;
        return last_ = &by_granule_[granule];
    }
    /// Forgets the granules from `first` to `last`.
    void forget(uint64_t first, uint64_t last) {
        if (by_granule_.empty()) return;
        if (last - first < by_granule_.size())
            for (uint64_t granule = first; granule <= last; ++granule) by_granule_.erase(granule);
        else
            std::erase_if(by_granule_, [&](const auto& one) { return one.first >= first && one.first <= last; });
        last_granule_ = none;
    }
    void clear() {
        by_granule_.clear();
        last_granule_ = none;
    }

private:
    static constexpr uint64_t none = ~uint64_t{0};

    std::unordered_map<uint64_t, Groups> by_granule_;
    uint64_t last_granule_ = none; // found last, in `last_`
    Groups* last_ = nullptr;
};

} // namespace warpscope::metrics
