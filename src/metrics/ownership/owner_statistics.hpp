#pragma once

#include <span>

#include "metrics/results.hpp"

namespace warpscope::metrics {

struct OwnerMap {
    std::span<const ThreadId> owner;
    Shape shape;
    const CellCounts* writes = nullptr; // stores per cell; null: unknown
    uint32_t channels = 1;              // elements per cell
};

/// Omits the placement. `maps` define the owners.
[[nodiscard]] Ownership ownership_of(const LaunchConfig& config, std::span<const OwnerMap> maps);

/// Fails for threads with several cells, unequal store counts (bins, sums), 3D launches, or invisible steps.
[[nodiscard]] Placement placement_of(const LaunchConfig& config, const OwnerMap& map);

} // namespace warpscope::metrics
