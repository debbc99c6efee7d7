// Alternative order of a launch's threads, to test whether results depend on it. GPUs can run any such order: turns end
// anywhere, blocks interleave, and from compute capability 7.0 on, lanes run independently. Requires one worker and a
// stepping program.
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::simt {

struct TriedOrder {
    enum class Kind : uint8_t {
        by_line,     // a turn is a source line
        first_first, // each warp runs as far as it can, lowest first
        last_first,  // each warp runs as far as it can, highest first
        mixed,       // turns of random length
    };
    Kind kind = Kind::by_line;
    uint64_t seed = 0;      // mixed only
    bool lanes_too = false; // lanes of a warp also run apart
    /// Ascending pcs; turns in mixed order often end before them.
    std::vector<uint32_t> places;
    /// Ascending pcs of ignored block barriers.
    std::vector<uint32_t> omitted;

    friend bool operator==(const TriedOrder&, const TriedOrder&) = default;
};

} // namespace warpscope::simt
