// Reads of memory that nothing has written: global, shared and local.
//
// A load counts when none of the bytes that a lane reads was ever written: copying a structure also copies its padding,
// and that is no fault. Where the PTX says that a load's value is only stored somewhere else (ValueUses), it is
// followed there: a finding is the load whose value decides something or goes to global memory. In global memory a
// write by any block so far counts, so that blocks may hand data to each other; whether they are allowed to without a
// fence is the race checker's business.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/zeroed_allocator.hpp"
#include "metrics/findings.hpp"
#include "metrics/undefined_values.hpp"
#include "simt/events.hpp"
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

    /// False for allocations all of whose bytes hold a value.
    [[nodiscard]] bool tracks(uint32_t allocation) const {
        return allocation < parts_.size() && !parts_[allocation].words.empty();
    }
    /// Of a tracked allocation, for each byte; 0: not written. To be asked for while nobody writes.
    [[nodiscard]] std::vector<uint8_t> by_byte(uint32_t allocation) const;
    void mark(uint32_t allocation, uint64_t address, uint32_t bytes);
    /// The same for `lanes` lanes, each `stride` bytes behind the one before.
    void mark_run(uint32_t allocation, uint64_t address, uint32_t bytes, uint32_t stride, uint32_t lanes);
    /// Nothing holds a value any more in the elements of [address, address + bytes).
    void forget(uint32_t allocation, uint64_t address, uint64_t bytes);
    [[nodiscard]] bool any(uint32_t allocation, uint64_t address, uint32_t bytes);
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
    [[nodiscard]] static bool any_part(Part& part, uint64_t offset, uint32_t bytes);

    std::vector<Part> parts_; // by allocation
};

/// One worker's checker.
class InitCheck {
public:
    InitCheck(simt::LaunchContext launch, std::span<const simt::InstructionInfo> instructions,
              std::shared_ptr<WrittenBytes> written);

    [[nodiscard]] InitCheck fork() const;
    void begin_block();
    /// The present block waits for others, until it is returned to.
    void leave_block(uint64_t block);
    void return_to_block(uint64_t block);
    /// malloc has given this memory to a thread.
    void allocated(const simt::HeapEvent& event);
    /// A request of global, shared or local memory whose mask is not empty.
    void check(const simt::MemoryEvent& event) {
        const bool known_written =
            event.space == ptx::Space::global
                ? event.allocation != ~0u && !written_->tracks(event.allocation)
                : event.space == ptx::Space::shared && event.kind == simt::AccessKind::load && span_is_written(event);
        if (!known_written || follows_) look_at(event);
    }
    /// Whether undefined values are under way in this block, so that check() must be told of every request.
    [[nodiscard]] bool follows_values() const { return follows_; }
    /// Of global memory: has the marks that check() will write on their way.
    void fetch_ahead(const simt::MemoryEvent& event) {
        if (event.allocation == ~0u || !written_->tracks(event.allocation)) return;
        for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
            written_->fetch_ahead(event.allocation, event.address[std::countr_zero(rest)]);
    }
    /// Whether all of shared memory from a request's lowest to its highest byte is written. Looks at no addresses; may
    /// say no where the span is very long.
    [[nodiscard]] bool span_is_written(const simt::MemoryEvent& event) {
        return event.highest + event.bytes <= written_to_ || find_span_written(event);
    }
    [[nodiscard]] FindingLog& findings() { return findings_; }

private:
    [[nodiscard]] bool find_span_written(const simt::MemoryEvent& event);
    void look_at(const simt::MemoryEvent& event);
    /// A lane reads what nobody has written: that is a finding, or the value must be followed from now on.
    void unwritten(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation);
    void check_global(const simt::MemoryEvent& event);
    void check_shared(const simt::MemoryEvent& event);
    void check_local(const simt::MemoryEvent& event);
    void report(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation);

    // init_follow.cpp
    void follow(const simt::MemoryEvent& event);
    void follow_load(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, uint32_t allocation);
    void follow_store(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, uint32_t allocation);
    void report_copied(const simt::MemoryEvent& store, std::span<const CopiedBits> from, uint32_t lane);
    [[nodiscard]] uint8_t undefined_bits(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation,
                                         uint64_t address);
    void set_undefined(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation, uint64_t address,
                       uint8_t bits);

    simt::LaunchContext launch_;
    std::span<const simt::InstructionInfo> instructions_;
    std::shared_ptr<WrittenBytes> written_;
    std::vector<uint8_t> shared_;                    // of the present block, by offset; 1: written
    uint64_t written_to_ = 0;                        // of it, everything before was found to be written
    std::vector<std::vector<simt::LaneMask>> local_; // by warp of the block, by offset: lanes that have written it
    std::shared_ptr<LazyValueUses> uses_;
    UndefinedValues undefined_;
    bool follows_ = false; // some value of this block is followed
    struct BlockMarks {
        std::vector<uint8_t> shared;
        std::vector<std::vector<simt::LaneMask>> local;
        UndefinedValues undefined;
        bool follows = false;
    };
    std::map<uint64_t, BlockMarks> aside_; // of blocks that wait, by number
    FindingLog findings_;
};

} // namespace warpscope::metrics
