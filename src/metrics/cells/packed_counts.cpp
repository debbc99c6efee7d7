#include "metrics/cells/packed_counts.hpp"

namespace warpscope::metrics {

CellCounts::CellCounts(std::span<const uint32_t> counts)
    : CellCounts(counts.size(), [&] { return [next = counts.begin()]() mutable { return *next++; }; }) {}

} // namespace warpscope::metrics
