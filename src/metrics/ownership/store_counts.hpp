// Store counts with one byte per cell. Overflows carry into a second array.
#pragma once

#include <atomic>

#include "base/atomic_ref.hpp"
#include "metrics/cells/packed_counts.hpp"
#include "metrics/cells/worker_cell_arrays.hpp"

namespace warpscope::metrics {

class StoreCounts {
public:
    StoreCounts(const std::vector<uint64_t>& sizes, bool shared)
        : low_(sizes, shared)
        , high_(sizes, shared) {}

    [[nodiscard]] StoreCounts fork() const { return {low_.fork(), high_.fork()}; }
    /// The caller must call carry() when a count overflows.
    [[nodiscard]] uint8_t* writable(uint32_t buffer) { return low_.writable(buffer); }
    void carry(uint32_t buffer, uint64_t cell) {
        uint32_t& high = high_.writable(buffer)[cell];
        if (high_.shared())
            AtomicRef(high).fetch_add(1, std::memory_order_relaxed);
        else
            ++high;
    }
    void merge(StoreCounts& worker, uint32_t buffer);
    [[nodiscard]] CellCounts take(uint32_t buffer);

private:
    StoreCounts(ArraysOf<uint8_t> low, CellArrays high)
        : low_(std::move(low))
        , high_(std::move(high)) {}

    ArraysOf<uint8_t> low_;
    CellArrays high_; // in units of 256
};

} // namespace warpscope::metrics
