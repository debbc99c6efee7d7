#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/page_memory.hpp"
#include "base/zeroed_allocator.hpp"
#include "simt/events.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

/// Previous contents of the pages that a launch overwrites. Cheaper than a memory copy.
class OverwrittenPages {
public:
    /// `memory` must outlive this object and must not get new allocations.
    explicit OverwrittenPages(const simt::GlobalMemory& memory);

    /// Call it before each store to global memory. Thread-safe.
    void keep(const simt::MemoryEvent& event);
    void restore(simt::GlobalMemory& copy) const;

private:
    using Page = std::array<std::byte, page_bytes>;

    void keep_pages(uint64_t address, uint64_t bytes);
    void keep_page(uint64_t number);

    uint64_t base_;
    const std::byte* start_;
    std::vector<uint8_t, ZeroedAllocator<uint8_t>> is_kept_; // by page
    std::mutex mutex_;
    std::vector<std::pair<uint64_t, std::unique_ptr<Page>>> pages_;
};

} // namespace warpscope::metrics
