#include "metrics/uninitialized/shadow_values.hpp"

#include "ptx/analysis/bit_semantics.hpp"

namespace warpscope::metrics {
namespace {

uint64_t key_of(uint32_t copy, uint32_t warp) { return uint64_t{warp} << 32 | copy; }

} // namespace

void ShadowValues::load(uint32_t copy, uint32_t warp, uint32_t lane, const PendingCopy& loaded) {
    const bool is_defined = loaded.undefined == 0;
    const auto found = pending_.find(key_of(copy, warp));
    if (found != pending_.end())
        found->second.set(lane, is_defined ? PendingCopy{} : loaded);
    else if (!is_defined)
        pending_[key_of(copy, warp)].set(lane, loaded);
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

} // namespace warpscope::metrics
