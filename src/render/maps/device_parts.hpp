// Which device's memory the cells of a view lie in, and what came from another: slabs and ghost rows, as planned.
#pragma once

#include <vector>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

struct DeviceSlab {
    uint32_t device = 0;
    std::vector<CellRect> rects; // on the plane; a volume has one for each slice, a wrapped line one for each row
};

/// Rows that were copied from another device before the last launches that read them.
struct GhostRows {
    uint32_t from = 0, to = 0; // devices
    uint64_t bytes = 0;
    CellRect source, target; // of a volume: in the first slice
};

struct DeviceParts {
    std::vector<DeviceSlab> slabs;
    std::vector<GhostRows> ghosts;

    [[nodiscard]] bool any() const { return !slabs.empty(); }
};

/// Nothing where the content is no buffer in parts of a run on several devices, or lies in a way that its rows do not
/// show: transposed, or a volume of which one slice shows.
[[nodiscard]] DeviceParts device_parts(const session::RunResult& result, const Content& content);

} // namespace warpscope::render
