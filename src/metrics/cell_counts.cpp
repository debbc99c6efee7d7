#include "metrics/cell_counts.hpp"

#include <algorithm>
#include <limits>

namespace warpscope::metrics {
namespace {

template<class Count>
std::vector<Count> stored(std::span<const uint32_t> counts) {
    std::vector<Count> out(counts.size());
    std::transform(counts.begin(), counts.end(), out.begin(), [](uint32_t n) { return static_cast<Count>(n); });
    return out;
}

} // namespace

CellCounts::CellCounts(std::span<const uint32_t> counts) {
    uint32_t bits = 0; // of all counts: a loop of ORs is quicker than one that looks for the largest
    for (const uint32_t count : counts) bits |= count;
    if (bits <= std::numeric_limits<uint8_t>::max())
        counts_ = stored<uint8_t>(counts);
    else if (bits <= std::numeric_limits<uint16_t>::max())
        counts_ = stored<uint16_t>(counts);
    else
        counts_ = stored<uint32_t>(counts);
}

} // namespace warpscope::metrics
