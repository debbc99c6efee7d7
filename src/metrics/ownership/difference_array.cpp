#include "metrics/ownership/difference_array.hpp"

#include "base/atomic_ref.hpp"

namespace warpscope::metrics {
namespace {

/// Returns the part beyond 16 bits, in units of 65536.
constexpr uint32_t excess(int32_t difference) {
    return static_cast<uint32_t>((difference - static_cast<int16_t>(difference)) >> 16);
}

} // namespace

void ReadDifferences::carry_after(const int16_t* cell, int32_t change) {
    const int32_t before = static_cast<int16_t>(*cell - change);
    if (before + change != *cell) carry(cell, before + change);
}

void ReadDifferences::carry(const int16_t* cell, int32_t difference) {
    const auto [buffer, entry] = low_.place_of(cell);
    uint32_t& high = high_.writable(buffer)[entry];
    if (high_.shared())
        AtomicRef(high).fetch_add(excess(difference), std::memory_order_relaxed);
    else
        high += excess(difference);
}

void ReadDifferences::merge(ReadDifferences& worker, uint32_t buffer) {
    if (low_.same_array(worker.low_, buffer)) return;
    auto &mine = low_.array(buffer), &theirs = worker.low_.array(buffer);
    CellArray &my_high = high_.array(buffer), &their_high = worker.high_.array(buffer);
    if (mine.empty()) {
        mine.swap(theirs);
    } else {
        consume_into(mine, theirs, [&](size_t first, size_t end) {
            uint32_t carries = 0; // nonzero if any sum needs a carry; the loop vectorizes
            for (size_t cell = first; cell < end; ++cell) carries |= excess(int32_t{mine[cell]} + theirs[cell]);
            if (carries != 0 && my_high.empty()) my_high = CellArray(mine.size());
            for (size_t cell = first; carries != 0 && cell < end; ++cell)
                my_high[cell] += excess(int32_t{mine[cell]} + theirs[cell]);
            for (size_t cell = first; cell < end; ++cell) mine[cell] = static_cast<int16_t>(mine[cell] + theirs[cell]);
        });
    }
    add_up(my_high, their_high);
}

CellCounts ReadDifferences::take_sums(uint32_t buffer) {
    const auto low = std::move(low_.array(buffer));
    const CellArray high = std::move(high_.array(buffer));
    if (low.empty()) return {};
    const size_t cells = low.size() - 1;
    if (high.empty())
        return CellCounts(cells, [&] {
            return [next = low.begin(), sum = uint32_t{0}]() mutable {
                return sum += static_cast<uint32_t>(int32_t{*next++});
            };
        });
    return CellCounts(cells, [&] {
        return [&, cell = size_t{0}, sum = uint32_t{0}]() mutable {
            sum += (high[cell] << 16) + static_cast<uint32_t>(int32_t{low[cell]});
            ++cell;
            return sum;
        };
    });
}

} // namespace warpscope::metrics
