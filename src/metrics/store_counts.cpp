#include "metrics/store_counts.hpp"

namespace warpscope::metrics {

void StoreCounts::merge(StoreCounts& worker, uint32_t buffer) {
    if (low_.same_array(worker.low_, buffer)) return;
    auto &mine = low_.array(buffer), &theirs = worker.low_.array(buffer);
    CellArray &my_high = high_.array(buffer), &their_high = worker.high_.array(buffer);
    if (mine.empty()) {
        mine.swap(theirs);
    } else {
        consume(theirs, [&](size_t first, size_t end) {
            uint32_t carries = 0; // that there are none is seen without looking at each cell
            for (size_t cell = first; cell < end; ++cell) carries |= uint32_t{mine[cell]} + theirs[cell];
            if (carries > 255 && my_high.empty()) my_high = CellArray(mine.size());
            for (size_t cell = first; carries > 255 && cell < end; ++cell)
                if (mine[cell] + theirs[cell] > 255) ++my_high[cell];
            for (size_t cell = first; cell < end; ++cell) mine[cell] = static_cast<uint8_t>(mine[cell] + theirs[cell]);
        });
    }
    if (my_high.empty())
        my_high.swap(their_high);
    else
        consume(their_high, [&](size_t first, size_t end) {
            for (size_t cell = first; cell < end; ++cell) my_high[cell] += their_high[cell];
        });
}

CellCounts StoreCounts::take(uint32_t buffer) {
    auto low = std::move(low_.array(buffer));
    const CellArray high = std::move(high_.array(buffer));
    if (high.empty()) return CellCounts(std::move(low));
    return CellCounts(low.size(), [&] {
        return [&, cell = size_t{0}]() mutable {
            const uint32_t count = high[cell] << 8 | low[cell];
            ++cell;
            return count;
        };
    });
}

} // namespace warpscope::metrics
