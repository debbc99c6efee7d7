#include "metrics/owners.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace warpscope::metrics {
namespace {

std::vector<uint64_t> sizes_of(const BufferTable& buffers) {
    std::vector<uint64_t> sizes;
    for (const PlacedBuffer& buffer : buffers.buffers()) sizes.push_back(buffer.cells);
    return sizes;
}

/// `last_of_block`: the highest ThreadId of the storing thread's block. An owner beyond it is of a later block.
/// own() says whether the cell had another owner.
struct PrivateCells {
    static uint32_t own(uint32_t& owner, ThreadId thread, ThreadId last_of_block) {
        const uint32_t other = owner != 0 && owner != thread ? 1 : 0;
        owner = owner <= last_of_block ? thread : owner;
        return other;
    }
    static void add_one(uint32_t& count) { ++count; }
};

struct SharedCells {
    static uint32_t own(uint32_t& owner, ThreadId thread, ThreadId last_of_block) {
        const std::atomic_ref cell(owner);
        ThreadId present = cell.load(std::memory_order_relaxed);
        while (present <= last_of_block && !cell.compare_exchange_weak(present, thread, std::memory_order_relaxed)) {
        }
        return present != 0 && present != thread ? 1 : 0;
    }
    static void add_one(uint32_t& count) { std::atomic_ref(count).fetch_add(1, std::memory_order_relaxed); }
};

/// Half a warp, lane l of which stores into cell l.
template<class Cells>
uint32_t store_run(uint32_t* owners, uint32_t* writes, ThreadId lane_0, ThreadId last_of_block) {
    uint32_t contested = 0;
    for (uint32_t l = 0; l < warp_size / 2; ++l) {
        contested |= Cells::own(owners[l], lane_0 + l, last_of_block);
        Cells::add_one(writes[l]);
    }
    return contested;
}

struct Target {
    const PlacedBuffer& buffer;
    uint32_t* owners;
    uint32_t* writes;
};

/// `lanes` of the event, which all store into the target. `lane_0`: ThreadId of lane 0. Not 0 when a cell was another
/// thread's before.
template<class Cells>
uint32_t store(const Target& target, const simt::MemoryEvent& event, simt::LaneMask lanes, ThreadId lane_0,
               ThreadId last_of_block) {
    const uint32_t cell_bytes = target.buffer.divider.cell_bytes();
    if (event.regular && event.stride == cell_bytes && lanes == event.mask) {
        // A cell for every lane, or a part of one, as long as no lane reaches over its cell's end.
        const uint64_t first = target.buffer.cell_of(event.first), second = target.buffer.cell_of(event.second);
        const uint64_t first_phase = event.first - target.buffer.begin - first * cell_bytes;
        const uint64_t second_phase = event.second - target.buffer.begin - second * cell_bytes;
        if (std::max(first_phase, second_phase) + event.bytes <= cell_bytes) {
            return store_run<Cells>(target.owners + first, target.writes + first, lane_0, last_of_block) |
                   store_run<Cells>(target.owners + second, target.writes + second, lane_0 + warp_size / 2,
                                    last_of_block);
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
            Cells::add_one(target.writes[cell]);
            ++cell;
        } while (cell * cell_bytes < end);
    }
    return contested;
}

} // namespace

OwnerCounter::OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, bool shared)
    : buffers_(std::move(buffers))
    , threads_per_block_(threads_per_block)
    , owners_(sizes_of(*buffers_), shared)
    , writes_(sizes_of(*buffers_), shared)
    , kinds_(buffers_->buffers().size()) {}

OwnerCounter::OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, CellArrays owners,
                           CellArrays writes)
    : buffers_(std::move(buffers))
    , threads_per_block_(threads_per_block)
    , owners_(std::move(owners))
    , writes_(std::move(writes))
    , kinds_(buffers_->buffers().size()) {}

void OwnerCounter::count(const simt::MemoryEvent& event) {
    if (const auto index = buffers_->in_allocation(event.allocation)) {
        count_lanes(event, event.mask, *index);
        return;
    }
    if (event.allocation != ~0u) { // a variable of the module
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
    const Target target{buffers_->buffers()[index], owners_.writable(index), writes_.writable(index)};
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
        CellArray& owners = owners_.array(i);
        CellArray& writes = writes_.array(i);
        CellArray& their_owners = worker.owners_.array(i);
        CellArray& their_writes = worker.writes_.array(i);
        if (owners.empty()) {
            owners.swap(their_owners);
            writes.swap(their_writes);
            continue;
        }
        // One block runs on one worker, so of two owners the one with the higher number is of the later block.
        uint32_t contested = 0;
        for (size_t cell = 0; cell < their_owners.size(); ++cell) {
            contested |= owners[cell] != 0 && their_owners[cell] != 0 ? 1 : 0;
            owners[cell] = std::max(owners[cell], their_owners[cell]);
        }
        kinds_[i].contested |= contested != 0;
        CellArray().swap(their_owners); // each as soon as it is merged: those of a large image are large
        for (size_t cell = 0; cell < their_writes.size(); ++cell) writes[cell] += their_writes[cell];
        CellArray().swap(their_writes);
    }
}

} // namespace warpscope::metrics
