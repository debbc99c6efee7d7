// Accesses that found no free slot in PlaceHistory. Lanes of one warp with the same clock share an entry.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "metrics/races/shadow/access_record.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class FurtherThreads {
public:
    static constexpr size_t max_groups = 32; // per location; a last entry represents all further groups

    struct Group {
        PastAccess first; // access as lane 0 would have made it
        simt::LaneMask lanes = 0;

        [[nodiscard]] PastAccess by(uint32_t lane) const { return first.of_thread(first.thread() + lane); }
        [[nodiscard]] bool represents_others() const { return lanes == 0; }
    };
    using Groups = std::vector<Group>;

    /// Adds the lane to the entry of its warp and clock. Returns false if that entry is missing.
    static bool join(Groups& groups, PastAccess first, uint32_t lane);
    /// Adds the lane in a new entry, if the table is not full.
    static void add(Groups& groups, PastAccess first, uint32_t lane);

    [[nodiscard]] bool empty() const { return by_granule_.empty(); }
    [[nodiscard]] Groups* find(uint64_t granule) { return has(granule) ? find_some(granule) : nullptr; }
    [[nodiscard]] bool has_any(uint64_t first, uint64_t last) const {
        if (by_granule_.empty()) return false;
        for (uint64_t granule = first; granule <= last; ++granule)
            if (has(granule)) return true;
        return false;
    }
    [[nodiscard]] Groups* make(uint64_t granule, size_t max_places);
    [[nodiscard]] bool has_omitted_places() const { return omitted_places_; }
    void forget(uint64_t first, uint64_t last);
    void clear() {
        by_granule_.clear();
        present_.clear();
        last_granule_ = none;
        omitted_places_ = false;
    }

private:
    static constexpr uint64_t none = ~uint64_t{0};

    [[nodiscard]] bool has(uint64_t granule) const {
        return granule / 64 < present_.size() && (present_[granule / 64] >> granule % 64 & 1) != 0;
    }
    [[nodiscard]] Groups* find_some(uint64_t granule);

    std::unordered_map<uint64_t, Groups> by_granule_;
    std::vector<uint64_t> present_; // bit per granule, because most granules have no entry
    uint64_t last_granule_ = none;  // last hit, cached in `last_`
    Groups* last_ = nullptr;
    bool omitted_places_ = false;
};

} // namespace warpscope::metrics
