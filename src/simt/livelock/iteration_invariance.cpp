#include "simt/livelock/iteration_invariance.hpp"

#include <cstring>
#include <unordered_map>

namespace warpscope::simt {

LoopSlices& slices_of(Worker& worker) {
    if (worker.slices == nullptr) worker.slices = std::make_shared<LoopSlices>(*worker.launch->code);
    return *worker.slices;
}

const LoopSlice* SteadyRounds::slice() {
    slice_ = slices_of(*warp_.worker).find(warp_.function, watch_.executed(), stored_);
    return slice_;
}

bool SteadyRounds::are_equal(std::span<const std::byte> before) const {
    return std::ranges::all_of(slice_->registers, [&](const DecodedFunction::Range& range) {
        return std::memcmp(before.data() + range.offset, warp_.frame + range.offset, range.bytes) == 0;
    });
}

/// Adds the stores to what is looked at whose values may change. False if there are none.
bool SteadyRounds::add_stores(const ByteRanges& looked_at) {
    const size_t known = stored_.size();
    for (const RoundWatch::Access& access : watch_.accesses())
        if (access.kind != AccessKind::load && slice_->steady_stores.count(access.pc) == 0 &&
            looked_at.meets(access.begin(), access.end()))
            stored_.insert(access.pc);
    return stored_.size() != known;
}

/// Of the stack, which nobody else sees, it matters only what a round has left there for the next.
bool SteadyRounds::stack_is_as_before(const ByteRanges& looked_at) const {
    std::unordered_map<const std::byte*, std::byte> first;
    bool looks = false;
    for (const RoundWatch::Access& access : watch_.accesses()) {
        if (!access.of_stack || !looked_at.meets(access.begin(), access.end())) continue;
        looks = true;
        if (access.kind == AccessKind::load) continue;
        for (uint32_t k = 0; k < access.count; ++k) first.try_emplace(access.place + k, access.before[k]);
    }
    if (looks && slice_->has_optional_stores) return false;
    return std::ranges::all_of(first, [](const auto& byte) { return *byte.first == byte.second; });
}

std::optional<RoundPlaces> SteadyRounds::sort_places() const {
    RoundPlaces places;
    for (const RoundWatch::Access& access : watch_.accesses())
        if (slice_->loads.count(access.pc) != 0) places.looked_at.add(access.begin(), access.end());
    if (!stack_is_as_before(places.looked_at)) return std::nullopt;
    ByteRanges kept; // by stores that would change it if it were not what it is
    for (const RoundWatch::Access& access : watch_.accesses()) {
        if (access.kind == AccessKind::load || access.of_stack) continue;
        if (!access.changed && slice_->steady_stores.count(access.pc) != 0)
            kept.add(access.begin(), access.end());
        else
            places.beaten.add(access.begin(), access.end());
    }
    places.looked_at.add(kept);
    if (places.looked_at.meets(places.beaten)) return std::nullopt;
    return places;
}

std::optional<RoundPlaces> SteadyRounds::places(std::span<const std::byte> before) {
    for (;;) {
        if (slice() == nullptr || !are_equal(before)) return std::nullopt;
        ByteRanges looked_at;
        for (const RoundWatch::Access& access : watch_.accesses())
            if (slice_->loads.count(access.pc) != 0) looked_at.add(access.begin(), access.end());
        if (!add_stores(looked_at)) return sort_places();
    }
}

RoundPlaces SteadyRounds::all_places() const {
    RoundPlaces places;
    for (const RoundWatch::Access& access : watch_.accesses())
        if (!access.of_stack) places.looked_at.add(access.begin(), access.end());
    return places;
}

} // namespace warpscope::simt
