// If an observer requests instructions, a warp's turn is one source line. It also ends at backward jumps, so that each
// iteration of a one-line loop is a step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "simt/events.hpp"

namespace warpscope::simt {

struct Warp;

/// Values of a register: `bytes` for each of 32 lanes, or one LaneMask if `bytes` is 0.
struct RegisterLanes {
    const std::byte* lanes = nullptr;
    uint32_t bytes = 0;
};

class WarpView {
public:
    explicit WarpView(const WarpContext& context);

    [[nodiscard]] uint32_t function() const; // index in the module
    [[nodiscard]] uint32_t call_depth() const;
    /// Returns the lower half of a 128-bit register.
    [[nodiscard]] RegisterLanes register_lanes(uint32_t index) const;
    [[nodiscard]] uint64_t stack_begin() const; // offset in local memory
    /// Returns whether the warp has splits, which report operations separately.
    [[nodiscard]] bool is_split() const;
    void copy_local(uint32_t lane, uint64_t offset, std::span<std::byte> to) const;
    /// These functions return host pointers into the allocation.
    [[nodiscard]] const std::byte* shared(uint64_t offset) const;
    [[nodiscard]] const std::byte* global(uint64_t address) const;

private:
    const Warp& warp_;
};

struct SpaceAddress {
    ptx::Space space{};
    uint64_t address = 0; // offset for shared and local
};
[[nodiscard]] SpaceAddress space_of(uint64_t generic_address);

} // namespace warpscope::simt
