// Last writer and number of stores of each cell. The block with the higher linear index is later. Within a block, the
// later store counts.
#pragma once

#include <memory>
#include <vector>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/cells/worker_cell_arrays.hpp"
#include "metrics/ownership/store_counts.hpp"
#include "metrics/results.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

struct StoreKinds {
    bool plain = false, atomic = false;
    bool contested = false;

    void add(const StoreKinds& other) {
        plain |= other.plain;
        atomic |= other.atomic;
        contested |= other.contested;
    }
};

class OwnerCounter {
public:
    /// The launch must have fewer than 2^32 - 1 threads.
    OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, bool shared);

    [[nodiscard]] OwnerCounter fork() const { return {buffers_, threads_per_block_, owners_.fork(), writes_.fork()}; }
    void count(const simt::MemoryEvent& event);
    void prefetch(const simt::MemoryEvent& event);
    void merge(OwnerCounter& worker);
    [[nodiscard]] const StoreKinds& kinds(uint32_t buffer) const { return kinds_[buffer]; }
    /// Returns whether the kernel stored outside the plan's buffers.
    [[nodiscard]] bool wrote_elsewhere() const { return wrote_elsewhere_; }
    [[nodiscard]] CellArray take_owners(uint32_t buffer) { return std::move(owners_.array(buffer)); }
    [[nodiscard]] CellCounts take_writes(uint32_t buffer) { return writes_.take(buffer); }

private:
    OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, CellArrays owners,
                 StoreCounts writes);
    void count_lanes(const simt::MemoryEvent& event, simt::LaneMask lanes, uint32_t index);

    std::shared_ptr<const BufferTable> buffers_;
    uint32_t threads_per_block_;
    CellArrays owners_;
    StoreCounts writes_;
    std::vector<StoreKinds> kinds_;
    bool wrote_elsewhere_ = false;
};

} // namespace warpscope::metrics
