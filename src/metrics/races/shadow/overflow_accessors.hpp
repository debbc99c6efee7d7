// Threads that have accessed a place: readers and atomic writers besides the two that every place has room for, and
// others. Lanes of a warp that have done so at one time take one entry, so that those of a block mostly fit in.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "metrics/races/shadow/access_record.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class FurtherThreads {
public:
    static constexpr size_t most_groups = 32; // of one place; of those that come later it is only known that there are

    struct Group {
        PastAccess first; // as if by lane 0
        simt::LaneMask lanes = 0;

        [[nodiscard]] PastAccess by(uint32_t lane) const { return first.of_thread(first.thread() + lane); }
        /// Threads that there was no room for; such an entry, which has no lanes, is the last one.
        [[nodiscard]] bool stands_for_others() const { return lanes == 0; }
    };
    using Groups = std::vector<Group>;

    /// Adds a lane to the entry of its warp and time, `first` being as in Group. False: there is none.
    static bool join(Groups& groups, PastAccess first, uint32_t lane);
    /// The same with a new entry then, if there is room.
    static void add(Groups& groups, PastAccess first, uint32_t lane);

    [[nodiscard]] bool empty() const { return by_granule_.empty(); }
    /// null: there are none.
    [[nodiscard]] Groups* find(uint64_t granule) { return has(granule) ? find_some(granule) : nullptr; }
    /// null: there is no room for readers of one more place.
    [[nodiscard]] Groups* make(uint64_t granule, size_t most_places);
    /// Returns whether there was no room for one more place since clear(), so that those without entries may have been
    /// accessed, too.
    [[nodiscard]] bool has_left_out_places() const { return left_out_places_; }
    /// Forgets the granules from `first` to `last`.
    void forget(uint64_t first, uint64_t last);
    void clear() {
        by_granule_.clear();
        present_.clear();
        last_granule_ = none;
        left_out_places_ = false;
    }

private:
    static constexpr uint64_t none = ~uint64_t{0};

    [[nodiscard]] bool has(uint64_t granule) const {
        return granule / 64 < present_.size() && (present_[granule / 64] >> granule % 64 & 1) != 0;
    }
    [[nodiscard]] Groups* find_some(uint64_t granule);

    std::unordered_map<uint64_t, Groups> by_granule_;
    std::vector<uint64_t> present_; // by granule, a bit: most places asked for are not there
    uint64_t last_granule_ = none;  // found last, in `last_`
    Groups* last_ = nullptr;
    bool left_out_places_ = false;
};

} // namespace warpscope::metrics
