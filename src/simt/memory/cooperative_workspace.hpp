// Workspace that the driver gives to a cooperative launch, with the barrier of the grid.
//
// A block yields when it arrives at the grid's barrier and again when its wait ends. Otherwise it would run through
// this barrier to the next one before others poll, and their polls would also see the next arrival: accesses that a
// missing grid.sync() leaves unordered would be ordered in every run.
#pragma once

#include <cstdint>
#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Layout expected by the toolkit's grid groups. The barrier counts arrivals; its top bit flips when all blocks have
/// arrived.
struct GridWorkspace {
    uint32_t bytes = sizeof(GridWorkspace);
    uint32_t barrier = 0;
};

/// Returns %envreg0 to %envreg31: 1 and 2 are the upper and lower half of the workspace's address, the others 0.
[[nodiscard]] constexpr uint32_t environment(uint64_t workspace, uint8_t number) {
    return number == 1 ? static_cast<uint32_t>(workspace >> 32) : number == 2 ? static_cast<uint32_t>(workspace) : 0;
}

/// Runs after a releasing atomic addition and yields if it was an arrival at the grid's barrier. a: slot of its address
/// (64 bits). b: offset.
[[nodiscard]] Handler grid_arrival();

/// Returns the message of a trap. For grid.sync() without a workspace it suggests the fix.
[[nodiscard]] std::string why_trapped(const Warp& warp, uint32_t pc);

} // namespace warpscope::simt
