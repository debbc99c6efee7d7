#pragma once

#include <span>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/results.hpp"
#include "metrics/trace/trace_observer.hpp"

namespace warpscope::metrics {

[[nodiscard]] std::vector<std::vector<uint64_t>> tiles_of(const BufferTable& buffers, const LaunchMeasurement& launch,
                                                          uint64_t block, const TraceObserver::Contents& trace);

/// Returns one halo per loaded buffer. A halo is defined only if the block owns cells of a buffer of the same shape.
[[nodiscard]] std::vector<BlockTrace::Halo> halos_of(const BufferTable& buffers,
                                                     std::span<const std::vector<uint64_t>> tiles,
                                                     const TraceObserver::Contents& trace);

} // namespace warpscope::metrics
