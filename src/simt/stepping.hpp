// Observing a block instruction by instruction.
//
// While an observer asks for instructions and the program was built for stepping, a warp's turn is one source line. It
// ends before an instruction of another line and at every backward jump, so that each iteration of a one-line loop is a
// step. Warps take turns in the block's order (LaunchOptions::seed), skipping those at a barrier. Otherwise the launch
// does not differ from one without stepping: a time slice is equally long, in several pieces.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

struct Warp;

/// Values of one register: 32 lanes of `bytes` each, or one LaneMask with `bytes` 0 for a predicate.
struct RegisterLanes {
    const std::byte* lanes = nullptr;
    uint32_t bytes = 0;
};

/// State of the warp whose event is being reported.
class WarpView {
public:
    explicit WarpView(const WarpContext& context);

    [[nodiscard]] uint32_t function() const;   // index in the module of the current function
    [[nodiscard]] uint32_t call_depth() const; // 0 in the kernel
    /// Returns a register by its index in ptx::Function::registers. A 128-bit register gives its lower half.
    [[nodiscard]] RegisterLanes register_lanes(uint32_t index) const;
    [[nodiscard]] uint64_t stack_begin() const; // offset of the current function's frame in local memory
    /// Returns whether the warp consists of several warp splits. Their common operations are then reported in several
    /// events.
    [[nodiscard]] bool is_split() const;
    /// Return memory at an address. Reads must stay within its allocation.
    [[nodiscard]] const std::byte* local(uint32_t lane, uint64_t offset) const;
    [[nodiscard]] const std::byte* shared(uint64_t offset) const;
    [[nodiscard]] const std::byte* global(uint64_t address) const;

private:
    const Warp& warp_;
};

/// A generic address, resolved.
struct SpaceAddress {
    ptx::Space space{};
    uint64_t address = 0; // offset in the block's or thread's memory for shared and local
};
[[nodiscard]] SpaceAddress space_of(uint64_t generic_address);

} // namespace warpscope::simt
