#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/atomic_ref.hpp"
#include "base/zeroed_allocator.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

/// Written bytes of global memory. Lock-free. Only allocations with undefined initial contents take space: a byte per
/// element, with a bit for each of the element's bytes.
class WrittenBytes {
public:
    /// Allocation with undefined initial contents. `element_bytes` is 1, 2, 4 or 8.
    struct Undefined {
        uint32_t allocation = 0, element_bytes = 1;
    };
    WrittenBytes(const std::vector<simt::Allocation>& allocations, std::span<const Undefined> undefined);

    void track(uint32_t allocation, uint64_t begin, uint64_t bytes, uint32_t element_bytes);
    void untrack(uint32_t allocation);
    [[nodiscard]] bool tracks(uint32_t allocation) const {
        return allocation < parts_.size() && !parts_[allocation].words.empty();
    }
    /// Returns a nonzero value for each written byte. No thread may write meanwhile.
    [[nodiscard]] std::vector<uint8_t> by_byte(uint32_t allocation) const;
    void mark(uint32_t allocation, uint64_t address, uint32_t bytes);
    /// Marks `lanes` accesses, `stride` bytes apart.
    void mark_run(uint32_t allocation, uint64_t address, uint32_t bytes, uint32_t stride, uint32_t lanes);
    void copy(uint32_t to_allocation, uint64_t to, uint32_t from_allocation, uint64_t from, uint64_t bytes);
    void forget(uint32_t allocation, uint64_t address, uint64_t bytes);
    [[nodiscard]] bool any(uint32_t allocation, uint64_t address, uint32_t bytes);
    [[nodiscard]] bool all(uint32_t allocation, uint64_t address, uint32_t bytes) {
        Part& part = parts_[allocation];
        const uint64_t offset = address - part.begin;
        if (bytes >> part.shift != 1 || !part.are_elements(offset, bytes)) return all_of(part, offset, bytes);
        return AtomicRef(part.marks()[offset >> part.shift]).load(std::memory_order_relaxed) == part.whole();
    }
    void prefetch(uint32_t allocation, uint64_t address) {
        Part& part = parts_[allocation];
        __builtin_prefetch(part.marks() + ((address - part.begin) >> part.shift), 1);
    }
    /// Stops tracking completely written allocations. Call it between launches.
    void settle();

private:
    using Marks = std::vector<uint64_t, ZeroedAllocator<uint64_t>>;
    struct Part {
        uint64_t begin = 0, bytes = 0;
        uint32_t shift = 0; // element size is 1 << shift bytes
        Marks words;

        uint8_t* marks() { return reinterpret_cast<uint8_t*>(words.data()); }
        [[nodiscard]] const uint8_t* marks() const { return reinterpret_cast<const uint8_t*>(words.data()); }
        [[nodiscard]] uint8_t whole() const { return static_cast<uint8_t>((1u << (1u << shift)) - 1); }
        [[nodiscard]] uint8_t bit(uint64_t offset) const {
            return static_cast<uint8_t>(1u << (offset & ((1u << shift) - 1)));
        }
        [[nodiscard]] bool are_elements(uint64_t offset, uint32_t count) const {
            return ((offset | count) & ((1u << shift) - 1)) == 0;
        }
    };
    void mark_parts(Part& part, uint64_t offset, uint32_t bytes);
    [[nodiscard]] static bool all_of(Part& part, uint64_t offset, uint32_t bytes);
    [[nodiscard]] static bool any_part(Part& part, uint64_t offset, uint32_t bytes, bool is_written);

    std::vector<Part> parts_;
};

} // namespace warpscope::metrics
