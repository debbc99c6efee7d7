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

/// The placement is exact only for a flat launch with at most one cell per thread, equal store counts, and constant
/// steps between cells.
[[nodiscard]] Placement placement_of(const LaunchConfig& config, const OwnerMap& map);

} // namespace warpscope::metrics
