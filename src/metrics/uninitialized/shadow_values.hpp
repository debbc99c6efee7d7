// Copied values that may be undefined. Recorded from the first undefined value of a block on.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "metrics/uninitialized/value_uses.hpp"
#include "metrics/values/tags.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

struct LaneRead {
    uint32_t pc = 0;
    ptx::Space space{};
    uint32_t allocation = ~0u, bytes = 0;
    uint64_t address = 0;

    friend bool operator==(const LaneRead&, const LaneRead&) = default;
};

struct PendingCopy {
    uint64_t undefined = 0;
    LaneRead element;
    LaneRead blamed; // load to report, perhaps in a calling function
    bool was_passed = false;

    friend bool operator==(const PendingCopy&, const PendingCopy&) = default;
};

[[nodiscard]] inline uint64_t owner_of(const simt::WarpContext& warp, ptx::Space space, uint32_t lane) {
    return space == ptx::Space::shared ? block_owner : thread_owner(warp.first_thread() + lane);
}

class ShadowValues {
public:
    void clear() {
        partly.clear();
        passed.clear();
        pending_.clear();
    }

    /// Records a loaded value. A defined value clears the record.
    void load(uint32_t copy, uint32_t warp, uint32_t lane, const PendingCopy& loaded);
    [[nodiscard]] const PendingCopy* find(uint32_t copy, uint32_t warp, uint32_t lane) const;
    [[nodiscard]] uint64_t stored(const CopiedBits& from, uint32_t warp, uint32_t lane) const;

    /// Undefined bits of partly undefined bytes
    ByteTags<uint8_t> partly;
    /// Unset bytes of local memory that were passed to a function; the tag is the load before the call.
    ByteTags<LaneRead> passed;

private:
    /// Key: warp and copy.
    std::unordered_map<uint64_t, LaneTags<PendingCopy>> pending_;
};

} // namespace warpscope::metrics
