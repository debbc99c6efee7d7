// Computes keys (threads) and marks on the device. The results must equal those of render/maps/owner_layer.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "instrument/instrument.hpp"
#include "instrument/mip_levels.hpp"

namespace warpscope::instrument {

/// A place is an output cell, or an idle thread outside the output.
struct LayerPlan {
    uint32_t data_width = 0, data_height = 0;
    uint32_t width = 0, height = 0; // extent in places; the output begins at (0, 0)
    bool placed = false;            // thread (x, y) has place (x, y)
    uint32_t key_shift = 0;         // bit position of the block number in a key

    [[nodiscard]] uint64_t places() const { return uint64_t{width} * height; }
    friend bool operator==(const LayerPlan&, const LayerPlan&) = default;
};

/// Adds launches that fill keys, marks and misplaced. `misplaced[0]` is nonzero if an owner is not at its thread's
/// place, which makes a `placed` layer invalid; `misplaced[1]` is nonzero if a place has no thread. At most 2^31 - 1
/// places.
void add_layer(Instrumented& made, const LayerPlan& plan);

} // namespace warpscope::instrument
