#include "metrics/release_log.hpp"

#include <algorithm>

namespace warpscope::metrics {

void Knowledge::learn(uint32_t place, uint32_t releases) {
    if (releases == 0) return;
    uint32_t& seen = seen_[place];
    seen = std::max(seen, releases);
}

void Knowledge::join(const Knowledge& other) {
    for (const auto& [place, releases] : other.seen_) learn(place, releases);
}

uint32_t ReleaseLog::place(uint64_t block, uint64_t address) {
    const auto [found, fresh] = numbers_.try_emplace({block, address}, static_cast<uint32_t>(places_.size()));
    if (fresh) places_.emplace_back();
    return found->second;
}

void ReleaseLog::release(uint32_t number, const std::shared_ptr<const Snapshot>& snapshot) {
    Place& place = places_[number];
    std::vector<Entry>& entries = place.by_block[snapshot->block];
    if (!entries.empty() && entries.back().snapshot == snapshot) return;
    entries.push_back({place.count++, snapshot});
}

bool ReleaseLog::ordered(const Knowledge& knowledge, uint64_t block, uint32_t warp, uint32_t clock,
                         uint64_t now_block) const {
    std::map<uint32_t, uint32_t> looked_at; // releases of each place that were followed already
    std::vector<std::pair<uint32_t, uint32_t>> open(knowledge.seen().begin(), knowledge.seen().end());
    while (!open.empty()) {
        const auto [number, releases] = open.back();
        open.pop_back();
        const Place& place = places_[number];
        if (const auto found = place.by_block.find(block); found != place.by_block.end())
            for (const Entry& entry : found->second) {
                const auto& known = block == now_block ? entry.snapshot->in_block : entry.snapshot->everywhere;
                if (entry.index < releases && clock < known[warp]) return true;
            }
        uint32_t& done = looked_at[number];
        if (done >= releases) continue;
        for (const auto& [other, entries] : place.by_block)
            for (const Entry& entry : entries)
                if (entry.index >= done && entry.index < releases)
                    for (const auto& [next, count] : entry.snapshot->knowledge.seen())
                        if (const auto known = looked_at.find(next); known == looked_at.end() || known->second < count)
                            open.emplace_back(next, count);
        done = releases;
    }
    return false;
}

} // namespace warpscope::metrics
