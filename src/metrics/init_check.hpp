// Reads of memory that nothing has written: global, shared and local.
//
// A load counts when none of the bytes that a lane reads was ever written: copying a structure also copies its padding,
// and that is no fault. In global memory a write by any block so far counts, so that blocks may hand data to each
// other; whether they are allowed to without a fence is the race checker's business.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "metrics/findings.hpp"
#include "simt/events.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

/// Which bytes of global memory hold a value. Lives as long as the device; all workers mark in it without locks. Only
/// allocations that started out undefined take space, one byte per byte.
class WrittenBytes {
public:
    /// `undefined`: allocations that nothing was uploaded to.
    WrittenBytes(const std::vector<simt::Allocation>& allocations, std::span<const uint32_t> undefined);

    /// False for allocations all of whose bytes hold a value.
    [[nodiscard]] bool tracks(uint32_t allocation) const {
        return allocation < parts_.size() && !parts_[allocation].marks.empty();
    }
    void mark(uint32_t allocation, uint64_t address, uint32_t bytes);
    /// The same for `lanes` lanes, each `stride` bytes behind the one before.
    void mark_run(uint32_t allocation, uint64_t address, uint32_t bytes, uint32_t stride, uint32_t lanes);
    [[nodiscard]] bool any(uint32_t allocation, uint64_t address, uint32_t bytes) const;
    /// Between launches: stops tracking allocations that have been written everywhere.
    void settle();

private:
    struct Part {
        uint64_t begin = 0;
        std::vector<uint8_t> marks; // 1: written
    };
    std::vector<Part> parts_; // by allocation
};

/// One worker's checker.
class InitCheck {
public:
    InitCheck(simt::LaunchContext launch, std::span<const simt::InstructionInfo> instructions,
              std::shared_ptr<WrittenBytes> written);

    [[nodiscard]] InitCheck fork() const { return {launch_, instructions_, written_}; }
    void begin_block();
    /// A request of global, shared or local memory whose mask is not empty.
    void check(const simt::MemoryEvent& event) {
        const bool known_written =
            event.space == ptx::Space::global
                ? event.allocation != ~0u && !written_->tracks(event.allocation)
                : event.space == ptx::Space::shared && event.kind == simt::AccessKind::load && in_written(event);
        if (!known_written) look_at(event);
    }
    /// Whether a request of shared memory lies where everything was found to be written.
    [[nodiscard]] bool in_written(const simt::MemoryEvent& event) const {
        return event.lowest >= written_from_ && event.highest + event.bytes <= written_to_;
    }
    [[nodiscard]] FindingLog& findings() { return findings_; }

private:
    void look_at(const simt::MemoryEvent& event);
    void check_global(const simt::MemoryEvent& event);
    void check_shared(const simt::MemoryEvent& event);
    void check_local(const simt::MemoryEvent& event);
    void report(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation);

    simt::LaunchContext launch_;
    std::span<const simt::InstructionInfo> instructions_;
    std::shared_ptr<WrittenBytes> written_;
    std::vector<uint8_t> shared_;                    // of the present block, by offset; 1: written
    uint64_t written_from_ = 0, written_to_ = 0;     // of it, a span that was found to be written everywhere
    std::vector<std::vector<simt::LaneMask>> local_; // by warp of the block, by offset: lanes that have written it
    FindingLog findings_;
};

} // namespace warpscope::metrics
