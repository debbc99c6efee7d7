// How often each cell is loaded. Counted in a difference array: a run of cells costs two additions, however long it is;
// the running sum is taken once, at the end.
#pragma once

#include <memory>

#include "metrics/cell_arrays.hpp"
#include "metrics/cells.hpp"
#include "metrics/shape.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class ReadCounter {
public:
    /// `shared` as in CellArrays.
    ReadCounter(std::shared_ptr<const BufferTable> buffers, bool shared);

    [[nodiscard]] ReadCounter fork() const { return {buffers_, differences_.fork()}; }
    /// A load from global memory whose mask is not empty.
    void count(const simt::MemoryEvent& event, LazyShape& shape);
    void merge(ReadCounter& worker);
    /// Lane loads per cell; empty when the buffer was never loaded. Takes the array away.
    [[nodiscard]] CellArray take_counts(uint32_t buffer);

private:
    ReadCounter(std::shared_ptr<const BufferTable> buffers, CellArrays differences);
    /// Steps that are still to be added, as often as `times` says. Neighbouring requests often fall into the same cells
    /// (one for each channel of a pixel).
    struct Pending {
        alignas(32) std::array<CellStep, 4> steps{};
        uint32_t* from = nullptr;
        uint32_t times = 0;
    };
    void count_lane(uint32_t buffer, uint64_t address, uint32_t bytes);
    void add(uint32_t* cell, uint32_t change);
    void flush();

    std::shared_ptr<const BufferTable> buffers_;
    CellArrays differences_; // one entry more than there are cells, for the step down after the last
    Pending pending_;
};

} // namespace warpscope::metrics
