// What happens before what through memory: a fence and then a strong write release, a strong read of the same place and
// then a fence acquire. This is what orders blocks ("the last block adds up"), and locks within a block.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpscope::metrics {

/// Releases that a warp has seen: for places in memory, how many of the place's releases.
class Knowledge {
public:
    void learn(uint32_t place, uint32_t releases);
    void join(const Knowledge& other);
    [[nodiscard]] const std::map<uint32_t, uint32_t>& seen() const { return seen_; }
    [[nodiscard]] bool empty() const { return seen_.empty(); }

private:
    std::map<uint32_t, uint32_t> seen_;
};

/// What a strong write makes known to those who read it: by warp of the block, accesses with a smaller clock.
struct Snapshot {
    uint64_t block = 0;
    std::vector<uint32_t> everywhere; // fenced for the whole device
    std::vector<uint32_t> in_block;   // fenced for the block's own threads at least
    Knowledge knowledge;
};

class ReleaseLog {
public:
    /// Number of the place at `address` in a space; `block` tells shared memories apart, ~0 for global memory.
    [[nodiscard]] uint32_t place(uint64_t block, uint64_t address);
    void release(uint32_t place, const std::shared_ptr<const Snapshot>& snapshot);
    [[nodiscard]] uint32_t releases(uint32_t place) const { return places_[place].count; }

    /// What somebody knows who has seen these releases, directly or by way of what those who released had seen.
    [[nodiscard]] Knowledge with_what_follows(const Knowledge& knowledge) const;
    /// Whether an access of `warp` of `block` at `clock` happens before what a warp of `now_block` does that knows
    /// `all`, which is complete as of with_what_follows().
    [[nodiscard]] bool ordered(const Knowledge& all, uint64_t block, uint32_t warp, uint32_t clock,
                               uint64_t now_block) const;

private:
    struct Entry {
        uint32_t index = 0; // in the place's log
        std::shared_ptr<const Snapshot> snapshot;
    };
    struct Place {
        uint32_t count = 0;
        std::unordered_map<uint64_t, std::vector<Entry>> by_block;
    };
    std::map<std::pair<uint64_t, uint64_t>, uint32_t> numbers_;
    std::vector<Place> places_;
};

} // namespace warpscope::metrics
