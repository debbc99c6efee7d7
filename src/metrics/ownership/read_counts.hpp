// Counts loads in difference arrays: a run of cells costs two additions. A final pass sums up.
#pragma once

#include <cstring>
#include <memory>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/cells/packed_counts.hpp"
#include "metrics/costs/request_shape.hpp"
#include "metrics/ownership/difference_array.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class ReadCounter {
public:
    ReadCounter(std::shared_ptr<const BufferTable> buffers, bool shared);

    [[nodiscard]] ReadCounter fork() const { return {buffers_, differences_.fork()}; }
    void count(const simt::MemoryEvent& event, LazyShape& shape) {
        const auto index = buffers_->in_allocation(event.allocation);
        if (!index) {
            count_scattered(event);
            return;
        }
        const PlacedBuffer& buffer = buffers_->buffers()[*index];
        int16_t* const differences = differences_.writable(*index);
        if ((event.broadcast || event.contiguous) && count_simple(event, differences, buffer)) return;
        if (RequestShape* const found = shape())
            count_steps(buffer, differences, event.lowest, *found);
        else
            count_lanes(event, differences, buffer);
    }
    void count_steps(const PlacedBuffer& buffer, int16_t* differences, uint64_t lowest, RequestShape& shape) {
        const uint32_t cell_bytes = buffer.divider.cell_bytes();
        const uint64_t first = buffer.cell_of(lowest);
        const auto phase = static_cast<uint32_t>(lowest - buffer.begin - first * cell_bytes);
        const CellSteps& steps = shape.cell_steps(cell_bytes, phase);
        int16_t* const from = differences + first;
        if (from == pending_.from && pending_.times < ReadDifferences::max_times &&
            std::memcmp(&steps.few, &pending_.steps, sizeof steps.few) == 0)
            ++pending_.times;
        else
            add_steps(from, steps);
    }
    void prefetch(const simt::MemoryEvent& event);
    [[nodiscard]] int16_t* writable(uint32_t buffer) { return differences_.writable(buffer); }
    void merge(ReadCounter& worker);
    [[nodiscard]] bool loaded(uint32_t buffer) { return !differences_.empty(buffer); }
    [[nodiscard]] CellCounts take_counts(uint32_t buffer);

private:
    ReadCounter(std::shared_ptr<const BufferTable> buffers, ReadDifferences differences);
    /// Steps to add, with a repeat count, because consecutive requests often touch the same cells.
    struct Pending {
        decltype(CellSteps::few) steps{};
        int16_t* from = nullptr;
        int32_t times = 0;
    };
    /// Counts loads whose lanes are in several allocations or outside the plan.
    void count_scattered(const simt::MemoryEvent& event);
    void count_lanes(const simt::MemoryEvent& event, int16_t* differences, const PlacedBuffer& buffer);
    /// Counts requests with one cell for all lanes or one cell per lane. Returns false for other requests.
    bool count_simple(const simt::MemoryEvent& event, int16_t* differences, const PlacedBuffer& buffer);
    void add_steps(int16_t* from, const CellSteps& steps);
    void count_lane(int16_t* differences, const PlacedBuffer& buffer, uint64_t address, uint32_t bytes);
    void flush();

    std::shared_ptr<const BufferTable> buffers_;
    ReadDifferences differences_; // one extra entry per buffer, for a step after the last cell
    Pending pending_;
};

} // namespace warpscope::metrics
