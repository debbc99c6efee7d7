// Values that nothing has set, on their way: loaded, but only to be stored somewhere else.
//
// Kept for one block, and only from the moment on when such a value is seen, which most blocks never do.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "metrics/uninitialised/value_uses.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// What one lane reads by a load.
struct LaneRead {
    uint32_t pc = 0;
    ptx::Space space{};
    uint32_t allocation = ~0u, bytes = 0;
    uint64_t address = 0;
};

/// What a lane has loaded of an element that some store will copy.
struct PendingCopy {
    uint64_t undefined = 0; // bits that nothing has set
    LaneRead element;
    LaneRead blamed; // what a finding names: the load, or where the value came from that was passed to a function
    bool was_passed = false;
};

class ShadowValues {
public:
    void clear() {
        pending_.clear();
        partly_.clear();
        passed_.clear();
    }

    /// Remembers, or forgets, what a lane has loaded.
    void load(uint32_t copy, uint32_t warp, uint32_t lane, const PendingCopy& loaded);
    /// Null where nothing was remembered.
    [[nodiscard]] const PendingCopy* find(uint32_t copy, uint32_t warp, uint32_t lane) const;
    /// Which bits of what a lane stores nothing has set.
    [[nodiscard]] uint64_t stored(const CopiedBits& from, uint32_t warp, uint32_t lane) const;

    /// Bytes of shared and local memory of which some bits are set: those that are not.
    [[nodiscard]] uint8_t partly(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset) const;
    void set_partly(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset, uint8_t bits);

    /// Of a byte of local memory that nothing has set: where it was read before it was handed to a function, or back.
    [[nodiscard]] const LaneRead* passed(const simt::WarpContext& warp, uint32_t lane, uint64_t offset) const;
    /// Null: not handed over.
    void set_passed(const simt::WarpContext& warp, uint32_t lane, uint64_t offset, const LaneRead* read);

private:
    static uint64_t place(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset) {
        const uint64_t thread = space == ptx::Space::shared ? 0 : uint64_t{1} + warp.first_thread() + lane;
        return thread << 40 | offset;
    }

    std::unordered_map<uint64_t, std::array<PendingCopy, warp_size>> pending_; // by warp and copy
    std::unordered_map<uint64_t, uint8_t> partly_;                             // by place
    std::unordered_map<uint64_t, LaneRead> passed_;                            // likewise
};

} // namespace warpscope::metrics
