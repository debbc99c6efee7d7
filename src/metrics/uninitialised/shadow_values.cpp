#include "metrics/uninitialised/shadow_values.hpp"

#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::metrics {
namespace {

uint64_t key_of(uint32_t copy, uint32_t warp) { return uint64_t{warp} << 32 | copy; }

} // namespace

void ShadowValues::load(uint32_t copy, uint32_t warp, uint32_t lane, const PendingCopy& loaded) {
    const auto found = pending_.find(key_of(copy, warp));
    if (found != pending_.end())
        found->second[lane] = loaded;
    else if (loaded.undefined != 0)
        pending_[key_of(copy, warp)][lane] = loaded;
}

const PendingCopy* ShadowValues::find(uint32_t copy, uint32_t warp, uint32_t lane) const {
    const auto found = pending_.find(key_of(copy, warp));
    return found == pending_.end() ? nullptr : &found->second[lane];
}

uint64_t ShadowValues::stored(const CopiedBits& from, uint32_t warp, uint32_t lane) const {
    const PendingCopy* const pending = find(from.copy, warp, lane);
    if (pending == nullptr) return 0;
    return ptx::moved_up(pending->undefined & from.bits, from.up);
}

uint8_t ShadowValues::partly(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset) const {
    if (partly_.empty()) return 0;
    const auto found = partly_.find(place(warp, space, lane, offset));
    return found == partly_.end() ? uint8_t{0} : found->second;
}

void ShadowValues::set_partly(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset,
                              uint8_t bits) {
    if (bits != 0)
        partly_[place(warp, space, lane, offset)] = bits;
    else if (!partly_.empty())
        partly_.erase(place(warp, space, lane, offset));
}

const LaneRead* ShadowValues::passed(const simt::WarpContext& warp, uint32_t lane, uint64_t offset) const {
    if (passed_.empty()) return nullptr;
    const auto found = passed_.find(place(warp, ptx::Space::local, lane, offset));
    return found == passed_.end() ? nullptr : &found->second;
}

void ShadowValues::set_passed(const simt::WarpContext& warp, uint32_t lane, uint64_t offset, const LaneRead* read) {
    if (read != nullptr)
        passed_[place(warp, ptx::Space::local, lane, offset)] = *read;
    else if (!passed_.empty())
        passed_.erase(place(warp, ptx::Space::local, lane, offset));
}

} // namespace warpscope::metrics
