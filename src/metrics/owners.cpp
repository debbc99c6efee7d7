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
struct PrivateCells {
    static void own(uint32_t& owner, ThreadId thread, ThreadId last_of_block) {
        owner = owner <= last_of_block ? thread : owner;
    }
    static void add_one(uint32_t& count) { ++count; }
};

struct SharedCells {
    static void own(uint32_t& owner, ThreadId thread, ThreadId last_of_block) {
        const std::atomic_ref cell(owner);
        ThreadId present = cell.load(std::memory_order_relaxed);
        while (present <= last_of_block && !cell.compare_exchange_weak(present, thread, std::memory_order_relaxed)) {
        }
    }
    static void add_one(uint32_t& count) { std::atomic_ref(count).fetch_add(1, std::memory_order_relaxed); }
};

struct Target {
    const PlacedBuffer& buffer;
    uint32_t* owners;
    uint32_t* writes;
};

/// `lanes` of the event, which all store into the target. `lane_0`: ThreadId of lane 0.
template<class Cells>
void store(const Target& target, const simt::MemoryEvent& event, simt::LaneMask lanes, ThreadId lane_0,
           ThreadId last_of_block) {
    const uint32_t cell_bytes = target.buffer.divider.cell_bytes();
    for (simt::LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const uint64_t offset = event.address[lane] - target.buffer.begin;
        uint64_t cell = target.buffer.divider.cell_of(offset);
        const uint64_t end = offset + event.bytes;
        do {
            Cells::own(target.owners[cell], lane_0 + lane, last_of_block);
            Cells::add_one(target.writes[cell]);
            ++cell;
        } while (cell * cell_bytes < end);
    }
}

} // namespace

OwnerCounter::OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, bool shared)
    : buffers_(std::move(buffers))
    , threads_per_block_(threads_per_block)
    , owners_(sizes_of(*buffers_), shared)
    , writes_(sizes_of(*buffers_), shared) {}

OwnerCounter::OwnerCounter(std::shared_ptr<const BufferTable> buffers, uint32_t threads_per_block, CellArrays owners,
                           CellArrays writes)
    : buffers_(std::move(buffers))
    , threads_per_block_(threads_per_block)
    , owners_(std::move(owners))
    , writes_(std::move(writes)) {}

void OwnerCounter::count(const simt::MemoryEvent& event) {
    if (const auto index = buffers_->in_allocation(event.allocation)) {
        count_lanes(event, event.mask, *index);
        return;
    }
    if (event.allocation != ~0u) return; // a variable of the module
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
        if (const auto index = buffers_->holding(event.address[std::countr_zero(rest)]))
            count_lanes(event, rest & -rest, *index);
}

void OwnerCounter::count_lanes(const simt::MemoryEvent& event, simt::LaneMask lanes, uint32_t index) {
    const auto before_block = static_cast<ThreadId>(event.warp->block * threads_per_block_);
    const ThreadId last_of_block = before_block + threads_per_block_;
    const ThreadId lane_0 = before_block + event.warp->first_thread() + 1;
    const Target target{buffers_->buffers()[index], owners_.writable(index), writes_.writable(index)};
    if (owners_.shared())
        store<SharedCells>(target, event, lanes, lane_0, last_of_block);
    else
        store<PrivateCells>(target, event, lanes, lane_0, last_of_block);
}

void OwnerCounter::merge(OwnerCounter& worker) {
    for (uint32_t i = 0; i < owners_.buffers(); ++i) {
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
        for (size_t cell = 0; cell < their_owners.size(); ++cell) {
            owners[cell] = std::max(owners[cell], their_owners[cell]);
            writes[cell] += their_writes[cell];
        }
    }
}

} // namespace warpscope::metrics
