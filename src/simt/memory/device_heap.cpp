#include "simt/device_heap.hpp"
#include "base/atomic_ref.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>

namespace warpscope::simt {
namespace {

constexpr uint64_t gap = 32; // detects small overruns

} // namespace

DeviceHeap::DeviceHeap(uint64_t begin)
    : begin_(begin)
    , end_(begin + room)
    , next_(begin + gap)
    , open_(room / unit) {}

uint64_t DeviceHeap::allocate(const HeapCaller& by, uint64_t wanted) {
    if (wanted > bytes) return 0;
    uint64_t size = std::max((wanted + unit - 1) / unit * unit, unit);
    if (in_use_ + size > bytes) return 0;
    uint64_t address = next_;
    if (size + gap <= end_ - next_) {
        next_ += size + gap;
    } else {
        const auto fits = given_back_.lower_bound(size);
        if (fits == given_back_.end()) return 0;
        size = fits->first;
        address = fits->second.front();
        fits->second.pop_front();
        if (fits->second.empty()) given_back_.erase(fits);
    }
    const HeapBlock block{address, wanted, size, by, std::nullopt};
    blocks_.insert_or_assign(address, block);
    in_use_ += size;
    set_open(block, true);
    return address;
}

bool DeviceHeap::release(const HeapCaller& by, uint64_t address) {
    const auto place = blocks_.find(address);
    if (place == blocks_.end() || place->second.freed) return false;
    HeapBlock& block = place->second;
    block.freed = by;
    given_back_[block.room].push_back(address);
    in_use_ -= block.room;
    set_open(block, false);
    return true;
}

void DeviceHeap::set_open(const HeapBlock& block, bool open) {
    for (uint64_t done = 0; done < block.bytes; done += unit)
        AtomicRef(open_[(block.begin + done - begin_) / unit])
            .store(open ? static_cast<uint8_t>(std::min(block.bytes - done, unit)) : uint8_t{0},
                   std::memory_order_relaxed);
}

bool DeviceHeap::allows(uint64_t address, uint64_t count) const {
    const uint64_t first = address - begin_, end = first + count;
    for (uint64_t at = first / unit * unit; at < end; at += unit) {
        if (at / unit >= open_.size()) return false;
        const uint8_t open = AtomicRef(open_[at / unit]).load(std::memory_order_relaxed);
        if (open < std::min(end - at, unit)) return false;
    }
    return true;
}

std::optional<HeapBlock> DeviceHeap::nearest(uint64_t address) const {
    const auto after = blocks_.upper_bound(address);
    if (after == blocks_.begin()) return after == blocks_.end() ? std::nullopt : std::optional(after->second);
    const HeapBlock& before = std::prev(after)->second;
    const bool nearer =
        after != blocks_.end() && address >= before.end() && after->second.begin - address < address - before.end() + 1;
    return nearer ? after->second : before;
}

} // namespace warpscope::simt
