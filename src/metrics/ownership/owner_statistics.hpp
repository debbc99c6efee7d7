#pragma once

#include <span>

#include "metrics/results.hpp"

namespace warpscope::metrics {

struct OwnerMap {
    std::span<const ThreadId> owner;
    Shape shape;
    const CellCounts* writes = nullptr; // stores per cell; null: unknown
    uint32_t channels = 1;
};

/// Leaves the placement unset.
[[nodiscard]] Ownership ownership_of(const LaunchConfig& config, std::span<const OwnerMap> maps);

/// The placement is not exact if threads have several cells, store counts are unequal (bins, sums), the launch is
/// three-dimensional, or the cells show no constant steps.
[[nodiscard]] Placement placement_of(const LaunchConfig& config, const OwnerMap& map);

} // namespace warpscope::metrics
