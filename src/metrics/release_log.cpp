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

Knowledge ReleaseLog::with_what_follows(const Knowledge& knowledge) const {
    Knowledge all;
    std::vector<std::pair<uint32_t, uint32_t>> open(knowledge.seen().begin(), knowledge.seen().end());
    while (!open.empty()) {
        const auto [number, releases] = open.back();
        open.pop_back();
        const auto found = all.seen().find(number);
        const uint32_t done = found == all.seen().end() ? 0 : found->second; // releases that were followed already
        if (done >= releases) continue;
        all.learn(number, releases);
        for (const auto& [other, entries] : places_[number].by_block)
            for (const Entry& entry : entries)
                if (entry.index >= done && entry.index < releases)
                    for (const auto& next : entry.snapshot->knowledge.seen()) open.push_back(next);
    }
    return all;
}

bool ReleaseLog::ordered(const Knowledge& all, uint64_t block, uint32_t warp, uint32_t clock,
                         uint64_t now_block) const {
    for (const auto& [number, releases] : all.seen()) {
        const Place& place = places_[number];
        const auto found = place.by_block.find(block);
        if (found == place.by_block.end()) continue;
        for (const Entry& entry : found->second) {
            if (entry.index >= releases) break; // they are in order
            const auto& known = block == now_block ? entry.snapshot->in_block : entry.snapshot->everywhere;
            if (clock < known[warp]) return true;
        }
    }
    return false;
}

} // namespace warpscope::metrics
