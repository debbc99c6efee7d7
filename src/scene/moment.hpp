// Where in time the views stand.
#pragma once

#include <cstdint>

namespace warpscope::scene {

/// What a moment is counted in.
enum class Scope : uint8_t {
    all,    // everything has run: sums over all launches and blocks
    launch, // after some of a launch's blocks
    block,  // after some of a block's steps
    warp,   // after some of a warp's instructions
};

struct Moment {
    Scope scope = Scope::all;
    uint32_t launch = 0; // not of Scope::all
    uint64_t block = 0;  // of Scope::block and Scope::warp: its linear index
    uint32_t warp = 0;   // of Scope::warp: its index in the block
    uint64_t step = 0;   // that many are done

    friend bool operator==(const Moment&, const Moment&) = default;
};

} // namespace warpscope::scene
