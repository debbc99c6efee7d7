// The difference arrays that loads are counted in: 16 bits per cell, because neighbouring cells are loaded about equally
// often, and what does not fit into them in arrays that come into being when there is such a difference.
#pragma once

#include <atomic>
#include <cstdint>

#include "metrics/cell_arrays.hpp"
#include "metrics/cell_counts.hpp"

namespace warpscope::metrics {

class ReadDifferences {
public:
    /// `sizes` and `shared` as in ArraysOf.
    ReadDifferences(const std::vector<uint64_t>& sizes, bool shared)
        : low_(sizes, shared)
        , high_(sizes, shared) {}

    [[nodiscard]] ReadDifferences fork() const { return {low_.fork(), high_.fork()}; }
    [[nodiscard]] int16_t* writable(uint32_t buffer) { return low_.writable(buffer); }
    /// `cell`: an entry of what writable() has given.
    void add(int16_t* cell, int64_t change) {
        int64_t before = *cell;
        if (low_.shared())
            before = std::atomic_ref(*cell).fetch_add(static_cast<int16_t>(change), std::memory_order_relaxed);
        else
            *cell = static_cast<int16_t>(before + change);
        const int64_t after = before + change;
        if (after != static_cast<int16_t>(after)) [[unlikely]]
            carry(cell, after);
    }
    void merge(ReadDifferences& worker, uint32_t buffer);
    [[nodiscard]] bool empty(uint32_t buffer) { return low_.array(buffer).empty(); }
    /// The running sums but for the last; empty when the buffer was never loaded. Takes the arrays away.
    [[nodiscard]] CellCounts take_sums(uint32_t buffer);

private:
    ReadDifferences(ArraysOf<int16_t> low, CellArrays high)
        : low_(std::move(low))
        , high_(std::move(high)) {}
    [[gnu::noinline]] void carry(const int16_t* cell, int64_t difference);

    ArraysOf<int16_t> low_;
    CellArrays high_; // times 65536, modulo 2^32
};

} // namespace warpscope::metrics
