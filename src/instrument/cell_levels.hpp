// Converts a cell probe's sectors per request into a heat map texture on the device, which is many times faster than on
// the host. Texels match HeatField::levels (render/maps/heat_map.hpp), mip levels match render/gl/streamed_texture.hpp;
// a test compares them.
#pragma once

#include <optional>
#include <vector>

#include "instrument/cell_probe.hpp"
#include "instrument/mip_levels.hpp"

namespace warpscope::instrument {

/// Buffer shown row by row: (x, y) is cell y * width + x.
struct CellPlane {
    uint32_t buffer = 0, width = 0, height = 0;
    friend bool operator==(const CellPlane&, const CellPlane&) = default;
};

struct CellScale {
    double low = 0, high = 0;
};

/// Buffers added to the plan.
struct CellLevels {
    uint32_t ranges = 0;          // two u32 per kernel buffer, see cell_range()
    std::vector<uint32_t> texels; // per plane, u16 per texel of mip_levels(): 0xff00 + level, or 0 for no value
};

/// Appends the launches that make the textures. Level 0 is the lowest mean of all buffers and 255 the highest, with a
/// square-root scale in between. The scale always includes `at_least`.
[[nodiscard]] CellLevels add_cell_levels(CellProbe& probe, const std::vector<CellPlane>& planes,
                                         const std::optional<CellScale>& at_least);

/// Decodes two words of CellLevels::ranges into the range of means; nullopt if no cell was touched.
[[nodiscard]] std::optional<CellScale> cell_range(const uint32_t* words);

} // namespace warpscope::instrument
