// Computes a cell probe's heat map on the device. The result must equal HeatField::levels (render/maps/heat_map.hpp).
#pragma once

#include <optional>
#include <vector>

#include "instrument/cell_probe.hpp"
#include "instrument/mip_levels.hpp"

namespace warpscope::instrument {

/// Cell (x, y) has index y * width + x.
struct CellPlane {
    uint32_t buffer = 0, width = 0, height = 0;
    friend bool operator==(const CellPlane&, const CellPlane&) = default;
};

struct CellScale {
    double low = 0, high = 0;
};

struct CellLevels {
    uint32_t ranges = 0;
    std::vector<uint32_t> texels; // a buffer per plane; each texel is 0xff00 + level, or 0
};

/// Appends launches that compute textures. Levels are 0 to 255 on a square-root scale. The scale includes all values,
/// and the range `at_least` if given.
[[nodiscard]] CellLevels add_cell_levels(CellProbe& probe, const std::vector<CellPlane>& planes,
                                         const std::optional<CellScale>& at_least);

[[nodiscard]] std::optional<CellScale> cell_range(const uint32_t* words);

} // namespace warpscope::instrument
