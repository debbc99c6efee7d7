// Values that nobody has set, on their way: loaded, but only to be stored somewhere else.
//
// Kept for one block, and only from the moment on when such a value is seen, which most blocks never do.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "metrics/value_uses.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// A loaded element that some store will copy: per lane, where it came from and which of its bits nobody has set.
struct PendingCopy {
    std::array<uint64_t, warp_size> undefined{}, address{};
    ptx::Space space{};
    uint32_t allocation = ~0u, bytes = 0; // of the load
};

class UndefinedValues {
public:
    void clear() {
        pending_.clear();
        partly_.clear();
    }

    /// Remembers, or forgets, what a lane has loaded. `bits`: those that nobody has set.
    void load(uint32_t copy, const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation, uint64_t bits);
    /// Of what a lane stores of loaded elements: the bits that nobody has set.
    [[nodiscard]] uint64_t stored(std::span<const CopiedBits> from, uint32_t warp, uint32_t lane) const;
    /// The load that a wholly undefined element comes from.
    [[nodiscard]] const PendingCopy* find(uint32_t copy, uint32_t warp) const;

    /// Bytes of shared and local memory of which some bits are set: those that are not.
    [[nodiscard]] uint8_t partly(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset) const;
    void set_partly(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset, uint8_t bits);

private:
    static uint64_t place(const simt::WarpContext& warp, ptx::Space space, uint32_t lane, uint64_t offset) {
        const uint64_t thread = space == ptx::Space::shared ? 0 : uint64_t{1} + warp.first_thread() + lane;
        return thread << 40 | offset;
    }

    std::unordered_map<uint64_t, PendingCopy> pending_; // by warp and copy
    std::unordered_map<uint64_t, uint8_t> partly_;      // by place
};

} // namespace warpscope::metrics
