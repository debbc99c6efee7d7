#include "metrics/ownership/store_counts.hpp"

namespace warpscope::metrics {

void StoreCounts::merge(StoreCounts& worker, uint32_t buffer) {
    if (low_.same_array(worker.low_, buffer)) return;
    auto &mine = low_.array(buffer), &theirs = worker.low_.array(buffer);
    CellArray &my_high = high_.array(buffer), &their_high = worker.high_.array(buffer);
    if (mine.empty()) {
        mine.swap(theirs);
    } else {
        consume_into(mine, theirs, [&](size_t first, size_t end) {
            uint8_t carries = 0; // nonzero if any sum needs a carry; the loop vectorizes
            for (size_t cell = first; cell < end; ++cell) {
                mine[cell] = static_cast<uint8_t>(mine[cell] + theirs[cell]);
                carries |= mine[cell] < theirs[cell] ? 1 : 0;
            }
            if (carries == 0) return;
            if (my_high.empty()) my_high = CellArray(mine.size());
            for (size_t cell = first; cell < end; ++cell)
                if (mine[cell] < theirs[cell]) ++my_high[cell];
        });
    }
    add_up(my_high, their_high);
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
