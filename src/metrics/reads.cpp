#include "metrics/reads.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace warpscope::metrics {
namespace {

std::vector<uint64_t> difference_sizes(const BufferTable& buffers) {
    std::vector<uint64_t> sizes;
    for (const PlacedBuffer& buffer : buffers.buffers()) sizes.push_back(buffer.cells + 1);
    return sizes;
}

} // namespace

ReadCounter::ReadCounter(std::shared_ptr<const BufferTable> buffers, bool shared)
    : buffers_(std::move(buffers))
    , differences_(difference_sizes(*buffers_), shared) {}

ReadCounter::ReadCounter(std::shared_ptr<const BufferTable> buffers, CellArrays differences)
    : buffers_(std::move(buffers))
    , differences_(std::move(differences)) {}

inline void ReadCounter::add(uint32_t* cell, uint32_t change) {
    if (differences_.shared())
        std::atomic_ref(*cell).fetch_add(change, std::memory_order_relaxed);
    else
        *cell += change;
}

inline void ReadCounter::count_lane(uint32_t* differences, const PlacedBuffer& buffer, uint64_t address,
                                    uint32_t bytes) {
    add(differences + buffer.cell_of(address), 1);
    add(differences + buffer.cell_of(address + bytes - 1) + 1, -1u);
}

void ReadCounter::count_scattered(const simt::MemoryEvent& event) {
    if (event.allocation != ~0u) return; // a variable of the module
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
        const uint64_t address = event.address[std::countr_zero(rest)];
        if (const auto index = buffers_->holding(address))
            count_lane(differences_.writable(*index), buffers_->buffers()[*index], address, event.bytes);
    }
}

void ReadCounter::count_lanes(const simt::MemoryEvent& event, uint32_t* differences, const PlacedBuffer& buffer) {
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
        count_lane(differences, buffer, event.address[std::countr_zero(rest)], event.bytes);
}

void ReadCounter::fetch_ahead(const simt::MemoryEvent& event) {
    const auto index = buffers_->in_allocation(event.allocation);
    if (!index) return;
    const PlacedBuffer& buffer = buffers_->buffers()[*index];
    const uint32_t* const differences = differences_.writable(*index);
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
        __builtin_prefetch(differences + buffer.cell_of(event.address[std::countr_zero(rest)]), 1);
}

bool ReadCounter::count_simple(const simt::MemoryEvent& event, uint32_t* differences, const PlacedBuffer& buffer) {
    const uint32_t cell_bytes = buffer.divider.cell_bytes();
    const uint64_t first = buffer.cell_of(event.lowest);
    const uint64_t phase = event.lowest - buffer.begin - first * cell_bytes;
    uint32_t* const from = differences + first;
    if (event.broadcast && phase + event.bytes <= cell_bytes) {
        const auto lanes = static_cast<uint32_t>(std::popcount(event.mask));
        add(from, lanes);
        add(from + 1, -lanes);
        return true;
    }
    if (!event.contiguous || event.bytes != cell_bytes || phase != 0) return false;
    add(from, 1);
    add(from + (event.highest - event.lowest) / cell_bytes + 1, -1u);
    return true;
}

void ReadCounter::add_steps(uint32_t* from, const CellSteps& steps) {
    if (!steps.many.empty()) {
        for (const CellStep& step : steps.many) add(from + step.cell, static_cast<uint32_t>(step.delta));
        return;
    }
    flush();
    pending_.from = from; // member by member: a copy by way of a temporary stalls
    pending_.steps = steps.few;
    pending_.times = 1;
}

void ReadCounter::flush() {
    if (pending_.from == nullptr) return;
    for (const CellStep& step : pending_.steps)
        add(pending_.from + step.cell, static_cast<uint32_t>(step.delta) * pending_.times);
    pending_.from = nullptr;
}

void ReadCounter::merge(ReadCounter& worker) {
    worker.flush();
    for (uint32_t i = 0; i < differences_.buffers(); ++i) {
        if (differences_.same_array(worker.differences_, i)) continue;
        CellArray& mine = differences_.array(i);
        CellArray& theirs = worker.differences_.array(i);
        if (mine.empty()) {
            mine.swap(theirs);
            continue;
        }
        consume_into(mine, theirs, [&](size_t first, size_t end) {
            for (size_t cell = first; cell < end; ++cell) mine[cell] += theirs[cell];
        });
    }
}

CellCounts ReadCounter::take_counts(uint32_t buffer) {
    flush();
    CellArray counts = std::move(differences_.array(buffer));
    if (counts.empty()) return {};
    uint32_t running = 0;
    for (uint32_t& cell : counts) cell = running += cell;
    counts.pop_back();
    return CellCounts(counts);
}

} // namespace warpscope::metrics
