#include "metrics/ownership/owner_counter.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>

#include "base/atomic_ref.hpp"

namespace warpscope::metrics {
namespace {

std::vector<uint64_t> cell_counts_of(const BufferTable& buffers) {
    std::vector<uint64_t> sizes;
    for (const PlacedBuffer& buffer : buffers.buffers()) sizes.push_back(buffer.cells);
    return sizes;
}

/// Updates of arrays that one worker owns. own() replaces the owner unless the owner belongs to a later block (above
/// `last_of_block`). It returns 1 if another thread owned the cell.
struct PrivateCells {
    static uint32_t own(uint32_t& owner, ThreadId thread, ThreadId last_of_block) {
        const uint32_t other = owner != 0 && owner != thread ? 1 : 0;
        owner = owner <= last_of_block ? thread : owner;
        return other;
    }
    static bool add_one(uint8_t& count) { return ++count == 0; }
};

struct SharedCells {
    static uint32_t own(uint32_t& owner, ThreadId thread, ThreadId last_of_block) {
        const AtomicRef cell(owner);
        ThreadId present = cell.load(std::memory_order_relaxed);
        while (present <= last_of_block && !cell.compare_exchange_weak(present, thread, std::memory_order_relaxed)) {
        }
        return present != 0 && present != thread ? 1 : 0;
    }
    static bool add_one(uint8_t& count) { return AtomicRef(count).fetch_add(1, std::memory_order_relaxed) == 255; }
};

struct Target {
    const PlacedBuffer& buffer;
    uint32_t index;
    uint32_t* owners;
    uint8_t* writes;
    StoreCounts& counts;
};

/// Counts stores of half a warp. Lane l stores to cell `first` + l.
template<class Cells>
uint32_t store_run(const Target& target, uint64_t first, ThreadId lane_0, ThreadId last_of_block) {
    constexpr uint32_t half = warp_size / 2;
    uint32_t* const owners = target.owners + first;
    uint8_t* const writes = target.writes + first;
    write_first(owners[0]);
    write_first(writes[0]);
    uint32_t contested = 0;
    for (uint32_t l = 0; l < half; ++l) contested |= Cells::own(owners[l], lane_0 + l, last_of_block);
    std::array<bool, half> full; // whether the count overflowed; an array avoids branches
    for (uint32_t l = 0; l < half; ++l) full[l] = Cells::add_one(writes[l]);
    if (std::memchr(full.data(), 1, half) != nullptr)
        for (uint32_t l = 0; l < half; ++l)
            if (full[l]) target.counts.carry(target.index, first + l);
    return contested;
}

template<class Cells>
uint32_t store(const Target& target, const simt::MemoryEvent& event, simt::LaneMask lanes, ThreadId lane_0,
               ThreadId last_of_block) {
    const uint32_t cell_bytes = target.buffer.divider.cell_bytes();
    if (event.regular && event.stride == cell_bytes && lanes == event.mask) {
        const uint64_t first = target.buffer.cell_of(event.first), second = target.buffer.cell_of(event.second);
        const uint64_t first_phase = event.first - target.buffer.begin - first * cell_bytes;
        const uint64_t second_phase = event.second - target.buffer.begin - second * cell_bytes;
        if (std::max(first_phase, second_phase) + event.bytes <= cell_bytes) {
            return store_run<Cells>(target, first, lane_0, last_of_block) |
                   store_run<Cells>(target, second, lane_0 + warp_size / 2, last_of_block);
        }
    }
    uint32_t contested = 0;
    for (simt::LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const uint64_t offset = event.address[lane] - target.buffer.begin;
        uint64_t cell = target.buffer.divider.cell_of(offset);
        const uint64_t end = offset + event.bytes;
        do {
            contested |= Cells::own(target.owners[cell], lane_0 + lane, last_of_block);
            if (Cells::add_one(target.writes[cell])) target.counts.carry(target.index, cell);
            ++cell;
        } while (cell * cell_bytes < end);
    }
    return contested;
}

} // namespace

OwnerCounter::OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, bool shared)
    : buffers_(std::move(buffers))
    , threads_per_block_(threads_per_block)
    , owners_(cell_counts_of(*buffers_), shared)
    , writes_(cell_counts_of(*buffers_), shared)
    , kinds_(buffers_->buffers().size()) {}

OwnerCounter::OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, CellArrays owners,
                           StoreCounts writes)
    : buffers_(std::move(buffers))
    , threads_per_block_(threads_per_block)
    , owners_(std::move(owners))
    , writes_(std::move(writes))
    , kinds_(buffers_->buffers().size()) {}

void OwnerCounter::prefetch(const simt::MemoryEvent& event) {
    const auto index = buffers_->in_allocation(event.allocation);
    if (!index) return;
    const PlacedBuffer& buffer = buffers_->buffers()[*index];
    const uint32_t* const owners = owners_.writable(*index);
    const uint8_t* const writes = writes_.writable(*index);
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
        const uint64_t cell = buffer.cell_of(event.address[std::countr_zero(rest)]);
        __builtin_prefetch(owners + cell, 1);
        __builtin_prefetch(writes + cell, 1);
    }
}

void OwnerCounter::count(const simt::MemoryEvent& event) {
    if (const auto index = buffers_->in_allocation(event.allocation)) {
        count_lanes(event, event.mask, *index);
        return;
    }
    if (event.allocation != ~0u) { // a module variable
        wrote_elsewhere_ = true;
        return;
    }
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
        if (const auto index = buffers_->holding(event.address[std::countr_zero(rest)]))
            count_lanes(event, rest & -rest, *index);
        else
            wrote_elsewhere_ = true;
}

void OwnerCounter::count_lanes(const simt::MemoryEvent& event, simt::LaneMask lanes, uint32_t index) {
    const auto before_block = static_cast<ThreadId>(event.warp->block * threads_per_block_);
    const ThreadId last_of_block = before_block + threads_per_block_;
    const ThreadId lane_0 = before_block + event.warp->first_thread() + 1;
    const Target target{buffers_->buffers()[index], index, owners_.writable(index), writes_.writable(index), writes_};
    const uint32_t contested = owners_.shared() ? store<SharedCells>(target, event, lanes, lane_0, last_of_block)
                                                : store<PrivateCells>(target, event, lanes, lane_0, last_of_block);
    const bool atomic = event.kind == simt::AccessKind::atomic;
    kinds_[index].add({!atomic, atomic, contested != 0});
}

void OwnerCounter::merge(OwnerCounter& worker) {
    wrote_elsewhere_ |= worker.wrote_elsewhere_;
    for (uint32_t i = 0; i < owners_.buffers(); ++i) {
        kinds_[i].add(worker.kinds_[i]);
        if (owners_.same_array(worker.owners_, i)) continue;
        writes_.merge(worker.writes_, i);
        CellArray& owners = owners_.array(i);
        CellArray& their_owners = worker.owners_.array(i);
        if (owners.empty()) {
            owners.swap(their_owners);
            continue;
        }
        // The higher owner belongs to the later block.
        uint32_t contested = 0;
        consume_into(owners, their_owners, [&](size_t first, size_t end) {
            for (size_t cell = first; cell < end; ++cell) {
                contested |= owners[cell] != 0 && their_owners[cell] != 0 ? 1 : 0;
                owners[cell] = std::max(owners[cell], their_owners[cell]);
            }
        });
        kinds_[i].contested |= contested != 0;
    }
}

} // namespace warpscope::metrics
