// Turns a recording into what views draw, on the device where it lies: a key per place that names its thread, and a
// byte of marks with its smaller levels. On the host this takes many times as long as the recording itself.
//
// Keys and marks are those of render/maps/owner_layer.hpp, which makes them on the host; a test compares the two.
#pragma once

#include <cstdint>
#include <vector>

#include "instrument/instrument.hpp"
#include "instrument/mip_levels.hpp"

namespace warpscope::instrument {

/// The places that a layer covers: the output's cells, and beyond its edges threads that own none.
struct LayerPlan {
    uint32_t data_width = 0, data_height = 0; // the output
    uint32_t width = 0, height = 0;           // all places; the output lies at (0, 0)
    bool placed = false;                      // thread (x, y) of the launch is taken to stand at place (x, y)
    uint32_t key_shift = 0;                   // of the block's number in a key

    [[nodiscard]] uint64_t places() const { return uint64_t{width} * height; }
    friend bool operator==(const LayerPlan&, const LayerPlan&) = default;
};

/// Adds to the end of the instrumented plan the launches that make the layer of its output; Instrumented::keys, marks
/// and misplaced are their buffers; marks are in all levels of a texture (mip_levels()), a mark of a level being set
/// where it is set in any of the places that it stands for. Of the last the first word is not 0 afterwards if the owner
/// of any cell stands elsewhere (always, where the plan places no thread): then surplus threads stand elsewhere as
/// well, and what was made of `placed` is wrong. The second is not 0 if no thread is found for any place. The layer
/// must have less than 2^31 places.
void add_layer(Instrumented& made, const LayerPlan& plan);

} // namespace warpscope::instrument
