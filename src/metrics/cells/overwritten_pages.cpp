#include "metrics/cells/overwritten_pages.hpp"

#include <algorithm>
#include <cstring>

#include "base/atomic_ref.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {
namespace {

uint64_t end_of(const simt::GlobalMemory& memory) {
    uint64_t end = memory.base();
    for (const simt::Allocation& allocation : memory.allocations()) end = std::max(end, allocation.end());
    return end;
}

} // namespace

OverwrittenPages::OverwrittenPages(const simt::GlobalMemory& memory)
    : base_(memory.base())
    , start_(memory.host(memory.base()))
    , is_kept_((end_of(memory) - base_) / page_bytes + 1) {}

void OverwrittenPages::keep(const simt::MemoryEvent& event) {
    // Keeps each lane's pages, because a request that spans a page or more may skip pages.
    if (event.highest - event.lowest < page_bytes)
        return keep_pages(event.lowest, event.highest - event.lowest + event.bytes);
    simt::for_each_lane(event.mask, [&](uint32_t lane) { keep_pages(event.address[lane], event.bytes); });
}

void OverwrittenPages::keep_pages(uint64_t address, uint64_t bytes) {
    const uint64_t last = (address + bytes - 1 - base_) / page_bytes;
    for (uint64_t number = (address - base_) / page_bytes; number <= last; ++number)
        if (AtomicRef(is_kept_[number]).load(std::memory_order_acquire) == 0) keep_page(number);
}

void OverwrittenPages::keep_page(uint64_t number) {
    const std::scoped_lock lock(mutex_);
    if (is_kept_[number] != 0) return;
    auto page = std::make_unique_for_overwrite<Page>();
    std::memcpy(page->data(), start_ + number * page_bytes, page_bytes);
    pages_.emplace_back(number, std::move(page));
    AtomicRef(is_kept_[number]).store(1, std::memory_order_release);
}

void OverwrittenPages::restore(simt::GlobalMemory& copy) const {
    for (const auto& [number, page] : pages_)
        std::memcpy(copy.host(base_ + number * page_bytes), page->data(), page_bytes);
}

} // namespace warpscope::metrics
