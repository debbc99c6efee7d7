#include "metrics/ownership/read_counts.hpp"

#include <algorithm>
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

ReadCounter::ReadCounter(std::shared_ptr<const BufferTable> buffers, ReadDifferences differences)
    : buffers_(std::move(buffers))
    , differences_(std::move(differences)) {}

inline void ReadCounter::count_lane(int16_t* differences, const PlacedBuffer& buffer, uint64_t address,
                                    uint32_t bytes) {
    differences_.add(differences + buffer.cell_of(address), 1);
    differences_.add(differences + buffer.cell_of(address + bytes - 1) + 1, -1);
}

void ReadCounter::count_scattered(const simt::MemoryEvent& event) {
    if (event.allocation != ~0u) return; // a module variable
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
        const uint64_t address = event.address[std::countr_zero(rest)];
        if (const auto index = buffers_->holding(address))
            count_lane(differences_.writable(*index), buffers_->buffers()[*index], address, event.bytes);
    }
}

void ReadCounter::count_lanes(const simt::MemoryEvent& event, int16_t* differences, const PlacedBuffer& buffer) {
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
        count_lane(differences, buffer, event.address[std::countr_zero(rest)], event.bytes);
}

void ReadCounter::prefetch(const simt::MemoryEvent& event) {
    const auto index = buffers_->in_allocation(event.allocation);
    if (!index) return;
    const PlacedBuffer& buffer = buffers_->buffers()[*index];
    const int16_t* const differences = differences_.writable(*index);
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
        __builtin_prefetch(differences + buffer.cell_of(event.address[std::countr_zero(rest)]), 1);
}

bool ReadCounter::count_simple(const simt::MemoryEvent& event, int16_t* differences, const PlacedBuffer& buffer) {
    const uint32_t cell_bytes = buffer.divider.cell_bytes();
    const uint64_t first = buffer.cell_of(event.lowest);
    const uint64_t phase = event.lowest - buffer.begin - first * cell_bytes;
    int16_t* const from = differences + first;
    if (event.broadcast && phase + event.bytes <= cell_bytes) {
        const int lanes = std::popcount(event.mask);
        differences_.add(from, lanes);
        differences_.add(from + 1, -lanes);
        return true;
    }
    if (!event.contiguous || event.bytes != cell_bytes || phase != 0) return false;
    differences_.add(from, 1);
    differences_.add(from + (event.highest - event.lowest) / cell_bytes + 1, -1);
    return true;
}

void ReadCounter::add_steps(int16_t* from, const CellSteps& steps) {
    if (!steps.many.empty()) {
        for (const CellStep& step : steps.many) differences_.add(from + step.cell, step.delta);
        return;
    }
    flush();
    pending_.from = from; // member by member, because a copy through a temporary is slow
    pending_.steps = steps.few;
    pending_.times = 1;
}

void ReadCounter::flush() {
    if (pending_.from == nullptr) return;
    differences_.add(pending_.from, pending_.steps, pending_.times);
    pending_.from = nullptr;
}

void ReadCounter::merge(ReadCounter& worker) {
    worker.flush();
    for (uint32_t i = 0; i < buffers_->buffers().size(); ++i) differences_.merge(worker.differences_, i);
}

CellCounts ReadCounter::take_counts(uint32_t buffer) {
    flush();
    return differences_.take_sums(buffer);
}

} // namespace warpscope::metrics
