#pragma once

#include <vector>

#include "render/layout/cell_plane.hpp"

namespace warpscope::render {

struct DeviceSlab {
    uint32_t device = 0;
    std::vector<CellRect> rects; // one per slice, or per row of a wrapped line
};

/// Rows that the launch's last exchange copies from another device.
struct GhostRows {
    uint32_t from = 0, to = 0;
    uint64_t bytes = 0;
    CellRect source, target; // in a volume, only the first slice
};

struct DeviceParts {
    std::vector<DeviceSlab> slabs;
    std::vector<GhostRows> ghosts;

    [[nodiscard]] bool any() const { return !slabs.empty(); }
};

/// Returns parts only for a buffer that is divided among devices and shown in its natural layout.
[[nodiscard]] DeviceParts device_parts(const session::RunResult& result, const Content& content);

} // namespace warpscope::render
