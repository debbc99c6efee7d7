// Another order in which the threads of a launch get on, where nothing in the kernel orders them: what a test of an
// ordering tries, to see whether the result depends on it.
//
// Each such order is one that a GPU may take: turns of a warp end anywhere, blocks that run at the same time get on
// side by side, and from compute capability 7.0 on lanes of a warp may run apart. For launches on one worker of
// programs that were built for stepping (simt/stepping.hpp).
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::simt {

struct TriedOrder {
    enum class Kind : uint8_t {
        by_line,     // warps take turns by source line, as without
        first_first, // each warp goes as far as it can before the next one has a turn; blocks in order of their number
        last_first,  // the same, the last warp and the last block first
        mixed,       // turns of random lengths, of any warp and of blocks side by side
    };
    Kind kind = Kind::by_line;
    uint64_t seed = 0;      // of mixed: the same one gives the same order
    bool lanes_too = false; // of mixed: lanes of a warp run apart now and then
    /// Of mixed: turns end often right before these instructions. By pc, ascending.
    std::vector<uint32_t> places;
    /// Barriers of the block (bar.sync) that are passed as if they were not there. By pc, ascending.
    std::vector<uint32_t> left_out;

    friend bool operator==(const TriedOrder&, const TriedOrder&) = default;
};

} // namespace warpscope::simt
