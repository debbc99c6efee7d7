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

template<class Cells>
void store_lane(const Target& target, uint64_t address, uint32_t bytes, ThreadId thread, ThreadId last_of_block) {
    const uint64_t last = target.buffer.cell_of(address + bytes - 1);
    for (uint64_t cell = target.buffer.cell_of(address); cell <= last; ++cell) {
        Cells::own(target.owners[cell], thread, last_of_block);
        Cells::add_one(target.writes[cell]);
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
    const auto before_block = static_cast<ThreadId>(event.warp->block * threads_per_block_);
    const ThreadId last_of_block = before_block + threads_per_block_;
    const ThreadId lane_0 = before_block + event.warp->first_thread() + 1;
    const auto allocated = buffers_->in_allocation(event.allocation);
    if (!allocated && event.allocation != ~0u) return; // a variable of the module
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const uint64_t address = event.address[lane];
        const auto index = allocated ? allocated : buffers_->holding(address);
        if (!index) continue;
        const Target target{buffers_->buffers()[*index], owners_.writable(*index), writes_.writable(*index)};
        if (owners_.shared())
            store_lane<SharedCells>(target, address, event.bytes, lane_0 + lane, last_of_block);
        else
            store_lane<PrivateCells>(target, address, event.bytes, lane_0 + lane, last_of_block);
    }
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
