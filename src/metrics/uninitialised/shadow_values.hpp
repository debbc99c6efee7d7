// Values that nothing has set, on their way: loaded, but only to be stored somewhere else.
//
// Kept for one block, and only from the moment on when such a value is seen, which most blocks never do.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "metrics/uninitialised/value_uses.hpp"
#include "metrics/values/tags.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// What one lane reads by a load.
struct LaneRead {
    uint32_t pc = 0;
    ptx::Space space{};
    uint32_t allocation = ~0u, bytes = 0;
    uint64_t address = 0;

    friend bool operator==(const LaneRead&, const LaneRead&) = default;
};

/// What a lane has loaded of an element that some store will copy.
struct PendingCopy {
    uint64_t undefined = 0; // bits that nothing has set
    LaneRead element;
    LaneRead blamed; // what a finding names: the load, or where the value came from that was passed to a function
    bool was_passed = false;

    friend bool operator==(const PendingCopy&, const PendingCopy&) = default;
};

/// Whose byte of shared or local memory it is, for ByteTags.
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

    /// Remembers, or forgets, what a lane has loaded.
    void load(uint32_t copy, uint32_t warp, uint32_t lane, const PendingCopy& loaded);
    /// Null where nothing was remembered.
    [[nodiscard]] const PendingCopy* find(uint32_t copy, uint32_t warp, uint32_t lane) const;
    /// Which bits of what a lane stores nothing has set.
    [[nodiscard]] uint64_t stored(const CopiedBits& from, uint32_t warp, uint32_t lane) const;

    /// Bytes of shared and local memory of which some bits are set: those that are not.
    ByteTags<uint8_t> partly;
    /// Bytes of local memory that nothing has set: where they were read before they were handed to a function, or back.
    ByteTags<LaneRead> passed;

private:
    /// By warp and copy, which stands for a register whose value stores put elsewhere.
    std::unordered_map<uint64_t, LaneTags<PendingCopy>> pending_;
};

} // namespace warpscope::metrics
