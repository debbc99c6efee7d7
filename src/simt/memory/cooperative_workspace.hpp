// Workspace that the driver gives to a cooperative launch.
//
// A block yields at the barrier and after its wait. Otherwise other blocks' polls could acquire its next arrival, which
// hides a race due to a missing grid.sync().
#pragma once

#include <cstdint>
#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Workspace layout of the toolkit's grid groups. The barrier's top bit flips when all blocks have arrived.
struct GridWorkspace {
    uint32_t bytes = sizeof(GridWorkspace);
    uint32_t barrier = 0;
};

/// Returns %envreg1 or %envreg2, a half of the workspace's address.
[[nodiscard]] constexpr uint32_t environment(uint64_t workspace, uint8_t number) {
    return number == 1 ? static_cast<uint32_t>(workspace >> 32) : number == 2 ? static_cast<uint32_t>(workspace) : 0;
}

/// Yields after a releasing atomic addition to the grid's barrier. a: slot of the barrier's address (64 bits). b:
/// offset.
[[nodiscard]] Handler grid_arrival();

[[nodiscard]] Message trap_hint(const Warp& warp, uint32_t pc);

} // namespace warpscope::simt
