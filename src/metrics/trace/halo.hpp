// Tile and halo of a block, from what it loaded and what it owns.
#pragma once

#include <span>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/results.hpp"
#include "metrics/trace/trace_observer.hpp"

namespace warpscope::metrics {

/// Cells of each buffer that block `block` owns by the launch's owner maps, by plan index.
[[nodiscard]] std::vector<std::vector<uint64_t>> tiles_of(const BufferTable& buffers, const LaunchMeasurement& launch,
                                                          uint64_t block, const TraceObserver::Contents& trace);

/// One Halo per buffer that the block loaded. Defined when a buffer of the same shape holds a tile of the block;
/// several such buffers together make the tile.
[[nodiscard]] std::vector<BlockTrace::Halo> halos_of(const BufferTable& buffers,
                                                     std::span<const std::vector<uint64_t>> tiles,
                                                     const TraceObserver::Contents& trace);

} // namespace warpscope::metrics
