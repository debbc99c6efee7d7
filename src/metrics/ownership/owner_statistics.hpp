// Statistics of who owns cells, from the finished owner maps of a launch.
#pragma once

#include <span>

#include "metrics/results.hpp"

namespace warpscope::metrics {

/// An owner map and the shape of its buffer.
struct OwnerMap {
    std::span<const ThreadId> owner;
    Shape shape;
    const CellCounts* writes = nullptr; // stores per cell; null: not known
    uint32_t channels = 1;              // elements per cell
};

/// Everything in Ownership but the placement. A thread counts as an owner when any of `maps` names it.
[[nodiscard]] Ownership ownership_of(const LaunchConfig& config, std::span<const OwnerMap> maps);

/// Fits the place of thread (x, y) in data space to `map` and verifies it on every owned cell. Not exact when a thread
/// owns several cells, when cells are stored unequally often (bins, sums), when launch or data are three-dimensional,
/// or when a direction's step cannot be seen although the data could show it (all owners in one column of threads).
[[nodiscard]] Placement placement_of(const LaunchConfig& config, const OwnerMap& map);

} // namespace warpscope::metrics
