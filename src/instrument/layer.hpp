// Converts a recording into drawable data on the device, which is many times faster than on the host: a key per place,
// which identifies its thread, and a byte of marks with mip levels. A test compares them with
// render/maps/owner_layer.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "instrument/instrument.hpp"
#include "instrument/mip_levels.hpp"

namespace warpscope::instrument {

/// Places of a layer: the output's cells, and idle threads beyond its edges.
struct LayerPlan {
    uint32_t data_width = 0, data_height = 0;
    uint32_t width = 0, height = 0; // all places; the output starts at (0, 0)
    bool placed = false;            // thread (x, y) belongs to place (x, y)
    uint32_t key_shift = 0;         // position of the block number in a key

    [[nodiscard]] uint64_t places() const { return uint64_t{width} * height; }
    friend bool operator==(const LayerPlan&, const LayerPlan&) = default;
};

/// Appends the launches that make the layer; fills Instrumented::keys, marks and misplaced. A mark of a smaller level
/// is set if any of its places has it. The first word of `misplaced` is nonzero if an owner is at another place than
/// its thread, which makes a `placed` layer invalid. The second is nonzero if no thread is found for a place. Limited
/// to 2^31 - 1 places.
void add_layer(Instrumented& made, const LayerPlan& plan);

} // namespace warpscope::instrument
