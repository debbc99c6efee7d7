// Order of a launch's threads that differs from the usual one, to test whether results depend on it. A GPU could take
// each: turns end anywhere, blocks interleave, and lanes run apart (from compute capability 7.0 on). Requires one
// worker and a stepping program.
#pragma once

#include <cstdint>
#include <vector>

namespace warpscope::simt {

struct TriedOrder {
    enum class Kind : uint8_t {
        by_line,     // a turn is a source line
        first_first, // the lowest warp runs as far as it can, then the next
        last_first,  // the same, from the highest warp down
        mixed,       // turns have random length
    };
    Kind kind = Kind::by_line;
    uint64_t seed = 0;      // mixed only
    bool lanes_too = false; // lanes of a warp also run apart
    /// Ascending pcs before which mixed turns often end.
    std::vector<uint32_t> places;
    /// Ascending pcs of ignored block barriers.
    std::vector<uint32_t> omitted;

    friend bool operator==(const TriedOrder&, const TriedOrder&) = default;
};

} // namespace warpscope::simt
