// Which bytes of global memory have been written since a run began.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/zeroed_allocator.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

/// Which bytes of global memory hold a value. Lives as long as the device; all workers mark in it without locks. Only
/// allocations that started out undefined take space: a byte for each element, with a bit for each of its bytes. So
/// marking a whole element, as nearly all stores do, needs no regard for what others mark at the same time.
class WrittenBytes {
public:
    /// An allocation that nothing was uploaded to and that holds whole elements of 1, 2, 4 or 8 bytes.
    struct Undefined {
        uint32_t allocation = 0, element_bytes = 1;
    };
    WrittenBytes(const std::vector<simt::Allocation>& allocations, std::span<const Undefined> undefined);

    /// Between launches: an allocation that starts out undefined from now on, of any number of bytes; and one that is
    /// no more.
    void track(uint32_t allocation, uint64_t begin, uint64_t bytes, uint32_t element_bytes);
    void untrack(uint32_t allocation);
    /// False for allocations all of whose bytes hold a value.
    [[nodiscard]] bool tracks(uint32_t allocation) const {
        return allocation < parts_.size() && !parts_[allocation].words.empty();
    }
    /// Of a tracked allocation, for each byte; 0: not written. To be asked for while no thread writes.
    [[nodiscard]] std::vector<uint8_t> by_byte(uint32_t allocation) const;
    void mark(uint32_t allocation, uint64_t address, uint32_t bytes);
    /// The same for `lanes` lanes, each `stride` bytes behind the one before.
    void mark_run(uint32_t allocation, uint64_t address, uint32_t bytes, uint32_t stride, uint32_t lanes);
    /// Between launches: [to, to + bytes) has been copied from [from, from + bytes), and holds a value where that does.
    void copy(uint32_t to_allocation, uint64_t to, uint32_t from_allocation, uint64_t from, uint64_t bytes);
    /// Nothing holds a value any more in the elements of [address, address + bytes).
    void forget(uint32_t allocation, uint64_t address, uint64_t bytes);
    [[nodiscard]] bool any(uint32_t allocation, uint64_t address, uint32_t bytes);
    [[nodiscard]] bool all(uint32_t allocation, uint64_t address, uint32_t bytes) {
        Part& part = parts_[allocation];
        const uint64_t offset = address - part.begin;
        if (bytes >> part.shift != 1 || !part.are_elements(offset, bytes)) return all_of(part, offset, bytes);
        return std::atomic_ref(part.marks()[offset >> part.shift]).load(std::memory_order_relaxed) == part.whole();
    }
    /// Has the mark of a byte on its way while something else is done.
    void fetch_ahead(uint32_t allocation, uint64_t address) {
        Part& part = parts_[allocation];
        __builtin_prefetch(part.marks() + ((address - part.begin) >> part.shift), 1);
    }
    /// Between launches: stops tracking allocations that have been written everywhere.
    void settle();

private:
    using Marks = std::vector<uint64_t, ZeroedAllocator<uint64_t>>;
    struct Part {
        uint64_t begin = 0, bytes = 0;
        uint32_t shift = 0; // an element has 1 << shift bytes
        Marks words;        // of marks

        uint8_t* marks() { return reinterpret_cast<uint8_t*>(words.data()); }
        [[nodiscard]] const uint8_t* marks() const { return reinterpret_cast<const uint8_t*>(words.data()); }
        [[nodiscard]] uint8_t whole() const { return static_cast<uint8_t>((1u << (1u << shift)) - 1); }
        /// Of the byte at an offset, in its element's mark.
        [[nodiscard]] uint8_t bit(uint64_t offset) const {
            return static_cast<uint8_t>(1u << (offset & ((1u << shift) - 1)));
        }
        [[nodiscard]] bool are_elements(uint64_t offset, uint32_t count) const {
            return ((offset | count) & ((1u << shift) - 1)) == 0;
        }
    };
    void mark_parts(Part& part, uint64_t offset, uint32_t bytes);
    [[nodiscard]] static bool all_of(Part& part, uint64_t offset, uint32_t bytes);
    /// Returns whether one of the bytes is written, or not.
    [[nodiscard]] static bool any_part(Part& part, uint64_t offset, uint32_t bytes, bool is_written);

    std::vector<Part> parts_; // by allocation
};

} // namespace warpscope::metrics
