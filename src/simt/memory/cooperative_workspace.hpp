// What the driver hands to a kernel of a cooperative launch, by which its blocks wait for each other. Private to
// src/simt.
//
// A block gives way to the others when it has arrived at the grid's barrier, and again when its wait has ended. Else a
// block would go through the barrier and on to the next one before any other had a look, and one that looks then has
// seen that next arrival, too: what a missing grid.sync() leaves unordered would be ordered in every run.
#pragma once

#include <cstdint>
#include <string>

#include "simt/state/machine.hpp"

namespace warpscope::simt {

/// Laid out as the toolkit's grid groups expect it. The barrier counts arrivals; its top bit changes when all blocks
/// have come.
struct GridWorkspace {
    uint32_t bytes = sizeof(GridWorkspace);
    uint32_t barrier = 0;
};

/// %envreg0 to %envreg31: 1 and 2 hold the upper and the lower half of the workspace's address, the others nothing.
[[nodiscard]] constexpr uint32_t environment(uint64_t workspace, uint8_t number) {
    return number == 1 ? static_cast<uint32_t>(workspace >> 32) : number == 2 ? static_cast<uint32_t>(workspace) : 0;
}

/// Behind an atomic addition that releases: gives way if that was an arrival at the barrier. a = slot of its address
/// (64 bits), b = offset.
[[nodiscard]] Handler grid_arrival();

/// What a trap instruction is reported as: one of grid.sync() in a launch without a workspace says how to mend that.
[[nodiscard]] std::string why_trapped(const Warp& warp, uint32_t pc);

} // namespace warpscope::simt
