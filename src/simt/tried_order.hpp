// An alternative execution order of a launch's threads, used to test whether results depend on an order that the kernel
// does not enforce.
//
// A GPU may take each of these orders: turns can end anywhere, concurrent blocks interleave, and from compute
// capability 7.0 on the lanes of a warp can run apart. Requires one worker and a program built for stepping.
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::simt {

struct TriedOrder {
    enum class Kind : uint8_t {
        by_line,     // default: warps take turns by source line
        first_first, // each warp runs as far as it can; blocks in ascending order
        last_first,  // the same in descending order of warps and blocks
        mixed,       // turns of random length, interleaving warps and blocks
    };
    Kind kind = Kind::by_line;
    uint64_t seed = 0;      // mixed: same seed, same order
    bool lanes_too = false; // mixed: lanes of a warp sometimes run apart
    /// Mixed: pcs before which turns often end, ascending.
    std::vector<uint32_t> places;
    /// Pcs of block barriers (bar.sync) to ignore, ascending.
    std::vector<uint32_t> left_out;

    friend bool operator==(const TriedOrder&, const TriedOrder&) = default;
};

} // namespace warpscope::simt
