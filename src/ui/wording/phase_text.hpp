// Names for what a block does between its barriers, from what it was seen to do there.
#pragma once

#include <string>
#include <vector>

#include "session/session.hpp"

namespace warpscope::ui {

/// By barriers passed: "load tile_M, tile_N", "multiply and add from tile_M, tile_N", "store P". Made of the block's
/// accesses and of the floating-point instructions that it executed; what is done with integers has no name but
/// "compute".
struct Phases {
    std::vector<std::string> names; // by interval between barriers
    bool complete = true;           // the trace was not cut off: there are no more
    /// Intervals that are named alike in turns, as in a loop over tiles, make a phase each time round. Of these, which
    /// begin at interval `first`, there are `rounds` of `length`; none: there is no such pattern.
    uint32_t first = 0, length = 0, rounds = 0;

    /// "interval 3 of 9, phase 2 of 4: **load tile_M**, barrier, multiply and add from tile_M", with what the interval
    /// does between asterisks; `interval` counts from 0, as barriers passed. `brief`: of the phase only what it does.
    [[nodiscard]] std::string text(uint32_t interval, bool brief = false) const;
};

/// Of a block of `result`; kept with the result for the last block.
[[nodiscard]] std::shared_ptr<const Phases> phases_of(const session::RunResult& result,
                                                      const metrics::BlockTrace& trace);

} // namespace warpscope::ui
