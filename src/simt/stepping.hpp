// Watching a block instruction by instruction: the state of the warp that an event comes from.
//
// While an observer wants instructions, a warp's turn is one source line of a program that was built for stepping: it
// ends before the first instruction of another line, or where control goes back to an earlier instruction, so that each
// round of a loop is a step of its own even if all of it stands on one line. Warps take their turns in the block's
// order (LaunchOptions::seed), over and over; those that wait at a barrier are passed over. Between such turns nothing
// else differs from a launch that is not stepped through: a slice of time is as long, only in pieces.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/events.hpp"

namespace warpscope::simt {

struct Warp;

/// Values of one register: 32 lanes of `bytes` each, or for a predicate one LaneMask (`bytes` 0).
struct RegisterLanes {
    const std::byte* lanes = nullptr;
    uint32_t bytes = 0;
};

/// What a warp holds while one of its events is being told of.
class WarpView {
public:
    explicit WarpView(const WarpContext& context);

    [[nodiscard]] uint32_t function() const;   // of the module, that the present path is in
    [[nodiscard]] uint32_t call_depth() const; // 0 in the kernel
    /// Of the running function; `index` in ptx::Function::registers. A 128-bit register is its lower half.
    [[nodiscard]] RegisterLanes register_lanes(uint32_t index) const;
    [[nodiscard]] uint64_t stack_begin() const; // of the running function, in local memory
    /// Returns whether lanes wait for each other on different paths: what they do together is then not told of in one
    /// event.
    [[nodiscard]] bool is_split() const;
    /// Bytes of memory, for reading at most up to its end.
    [[nodiscard]] const std::byte* local(uint32_t lane, uint64_t offset) const;
    [[nodiscard]] const std::byte* shared(uint64_t offset) const;
    [[nodiscard]] const std::byte* global(uint64_t address) const;

private:
    const Warp& warp_;
};

/// What a generic address means.
struct SpaceAddress {
    ptx::Space space{};
    uint64_t address = 0; // of shared and local memory: from the beginning of the block's or thread's
};
[[nodiscard]] SpaceAddress space_of(uint64_t generic_address);

} // namespace warpscope::simt
