// Who stores each cell last, and how often each is stored.
//
// "Last" is canonical, whatever order the blocks ran in: of two blocks the one with the higher linear index wins,
// within one block the later store does. Then the same launch gives the same map on every machine.
#pragma once

#include <memory>
#include <vector>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/cells/worker_cell_arrays.hpp"
#include "metrics/ownership/store_counts.hpp"
#include "metrics/results.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// How a buffer was written in the launch, all blocks together.
struct StoreKinds {
    bool plain = false, atomic = false;
    bool contested = false; // some cell by more than one thread

    void add(const StoreKinds& other) {
        plain |= other.plain;
        atomic |= other.atomic;
        contested |= other.contested;
    }
};

class OwnerCounter {
public:
    /// `shared` as in CellArrays. `threads_per_block` times the number of blocks must stay below 2^32 - 1.
    OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, bool shared);

    [[nodiscard]] OwnerCounter fork() const { return {buffers_, threads_per_block_, owners_.fork(), writes_.fork()}; }
    /// A store to, or an atomic on, global memory whose mask is not empty.
    void count(const simt::MemoryEvent& event);
    /// Has the cells of the lanes on their way while something else is done.
    void fetch_ahead(const simt::MemoryEvent& event);
    void merge(OwnerCounter& worker);
    [[nodiscard]] const StoreKinds& kinds(uint32_t buffer) const { return kinds_[buffer]; }
    /// Returns whether something was written that is in none of the plan's buffers: a variable of the module.
    [[nodiscard]] bool wrote_elsewhere() const { return wrote_elsewhere_; }
    /// Owner of each cell, and lane stores per cell; empty when the buffer was never stored to. Take the arrays away.
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
    std::vector<StoreKinds> kinds_; // by buffer
    bool wrote_elsewhere_ = false;
};

} // namespace warpscope::metrics
