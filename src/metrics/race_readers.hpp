// Readers of a place besides the two that every place has room for. Lanes of a warp that have read it at one time take
// one entry, so that the readers of a block mostly fit in.
#pragma once

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

    [[nodiscard]] bool empty() const { return by_granule_.empty(); }
    /// null: there are none.
    [[nodiscard]] Groups* find(uint64_t granule) { return by_granule_.empty() ? nullptr : find_some(granule); }
    /// null: there is no room for readers of one more place.
    [[nodiscard]] Groups* make(uint64_t granule, size_t most_places);
    /// Forgets the granules from `first` to `last`.
    void forget(uint64_t first, uint64_t last);
    void clear() {
        by_granule_.clear();
        last_granule_ = none;
    }

private:
    static constexpr uint64_t none = ~uint64_t{0};

    [[nodiscard]] Groups* find_some(uint64_t granule);

    std::unordered_map<uint64_t, Groups> by_granule_;
    uint64_t last_granule_ = none; // found last, in `last_`
    Groups* last_ = nullptr;
};

} // namespace warpscope::metrics
