// Turns the sectors per request of each cell, as a cell probe counted them, into the texture of a heat map on the
// device where they lie. On the host this takes many times as long as the probe itself.
//
// Texels are those of HeatField::levels (render/maps/heat_map.hpp), smaller levels those of
// render/gl/streamed_texture.hpp; a test compares them.
#pragma once

#include <optional>
#include <vector>

#include "instrument/cell_probe.hpp"
#include "instrument/mip_levels.hpp"

namespace warpscope::instrument {

/// A buffer of the plan that is shown as it lies: cell (x, y) is its cell y * width + x.
struct CellPlane {
    uint32_t buffer = 0, width = 0, height = 0;
    friend bool operator==(const CellPlane&, const CellPlane&) = default;
};

/// From low to high.
struct CellScale {
    double low = 0, high = 0;
};

/// Buffers that were added to the plan.
struct CellLevels {
    uint32_t ranges = 0; // two u32 for each buffer of the kernel's, see cell_range()
    std::vector<uint32_t>
        texels; // by plane: u16 per texel of mip_levels(), 0xff00 + level, or 0 where there is no number
};

/// Adds to the end of the probe's plan the launches that make the textures of `planes`. Level 0 is the lowest mean of
/// all buffers, 255 the highest, between them by the root; `at_least` is within the scale whatever the means are.
[[nodiscard]] CellLevels add_cell_levels(CellProbe& probe, const std::vector<CellPlane>& planes,
                                         const std::optional<CellScale>& at_least);

/// The lowest and highest mean of the cells of a buffer that were touched, from the two words of CellLevels::ranges
/// after the run; none where no cell was.
[[nodiscard]] std::optional<CellScale> cell_range(const uint32_t* words);

} // namespace warpscope::instrument
