#include "metrics/undefined_values.hpp"

namespace warpscope::metrics {
namespace {

uint64_t key_of(uint32_t copy, uint32_t warp) { return uint64_t{warp} << 32 | copy; }

} // namespace

void UndefinedValues::load(uint32_t copy, const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation,
                           uint64_t bits) {
    auto found = pending_.find(key_of(copy, event.warp->warp));
    if (found == pending_.end()) {
        if (bits == 0) return;
        found = pending_.emplace(key_of(copy, event.warp->warp), PendingCopy()).first;
    }
    PendingCopy& pending = found->second;
    pending.undefined[lane] = bits;
    pending.address[lane] = event.address[lane];
    pending.space = event.space;
    pending.allocation = allocation;
    pending.bytes = event.bytes;
}

uint64_t UndefinedValues::stored(std::span<const CopiedBits> from, uint32_t warp, uint32_t lane) const {
    uint64_t bits = 0;
    for (const CopiedBits& source : from)
        if (const PendingCopy* const pending = find(source.copy, warp)) bits |= pending->undefined[lane] & source.bits;
    return bits;
}

const PendingCopy* UndefinedValues::find(uint32_t copy, uint32_t warp) const {
    const auto found = pending_.find(key_of(copy, warp));
    return found == pending_.end() ? nullptr : &found->second;
}

uint8_t UndefinedValues::partly(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset) const {
    if (partly_.empty()) return 0;
    const auto found = partly_.find(place(warp, space, lane, offset));
    return found == partly_.end() ? uint8_t{0} : found->second;
}

void UndefinedValues::set_partly(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset,
                                 uint8_t bits) {
    if (bits != 0)
        partly_[place(warp, space, lane, offset)] = bits;
    else if (!partly_.empty())
        partly_.erase(place(warp, space, lane, offset));
}

} // namespace warpscope::metrics
