// Check for reads of unwritten global, shared and local memory. Algorithm and limits: src/metrics/README.md.
//
// Reports a load if none of its bytes was ever written.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "metrics/cells/written_bytes.hpp"
#include "metrics/checks/check.hpp"
#include "metrics/findings/finding_list.hpp"
#include "metrics/uninitialized/shadow_values.hpp"
#include "metrics/uninitialized/suspect_reads.hpp"
#include "simt/events.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

/// Value that the loads `pcs` read from unwritten memory in a rerun.
struct GivenValue {
    uint32_t word = 0;
    std::set<uint32_t> pcs;
};

class UninitializedCheck final : public InlineCheck {
public:
    UninitializedCheck(simt::LaunchContext launch, std::span<const simt::InstructionInfo> instructions,
                       std::shared_ptr<WrittenBytes> written, std::shared_ptr<LazyValueUses> uses);

    [[nodiscard]] UninitializedCheck fork() const;
    void merge(UninitializedCheck& worker) {
        findings_.merge(worker.findings_);
        suspect_.merge(worker.suspect_);
    }
    [[nodiscard]] static uint32_t interests() {
        return simt::wants_global | simt::wants_shared | simt::wants_local | simt::wants_blocks | simt::wants_heap;
    }
    /// Returns the bytes of a suspended block, except for followed values.
    [[nodiscard]] static uint64_t bytes_of_block(const simt::BlockSize& size) {
        return size.shared_bytes + size.warps * size.local_bytes * sizeof(simt::LaneMask);
    }
    void begin_block();
    void leave_block(uint64_t block);
    void return_to_block(uint64_t block);
    void allocated(const simt::HeapEvent& event);
    void stack_taken(const simt::StackEvent& event);
    /// Requires a nonempty mask.
    void check(const simt::MemoryEvent& event) {
        const bool known_written =
            event.space == ptx::Space::global
                ? event.allocation != ~0u && !written_->tracks(event.allocation)
                : event.space == ptx::Space::shared && event.kind == simt::AccessKind::load && span_is_written(event);
        if (!known_written || follows_) check_access(event);
    }
    [[nodiscard]] bool needs_every_access() const { return follows_; }
    /// Does not use the event's addresses.
    [[nodiscard]] bool needs_shared_load(const simt::MemoryEvent& event) { return !span_is_written(event); }
    void prefetch(const simt::MemoryEvent& event) {
        if (event.allocation == ~0u || !written_->tracks(event.allocation)) return;
        for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
            written_->prefetch(event.allocation, event.address[std::countr_zero(rest)]);
    }
    /// May return false for a long span that is written.
    [[nodiscard]] bool span_is_written(const simt::MemoryEvent& event) {
        return event.highest + event.bytes <= written_to_ || find_span_written(event);
    }
    [[nodiscard]] FindingLog& findings() { return findings_; }
    [[nodiscard]] SuspectReads& suspect() { return suspect_; }
    /// Lanes that read a GivenValue since the last query. `parts`: lanes that got the value in only some bytes.
    struct GivenLanes {
        simt::LaneMask whole = 0, parts = 0;
    };
    [[nodiscard]] GivenLanes take_given_lanes() { return std::exchange(given_lanes_, {}); }
    /// Returns global addresses to which undefined bits were copied. Recorded only during reruns with a GivenValue.
    [[nodiscard]] const std::set<uint64_t>& undefined_in_global() const { return undefined_in_global_; }
    /// Applies to later forks as well.
    void give(GivenValue value) { given_ = std::move(value); }

private:
    [[nodiscard]] bool find_span_written(const simt::MemoryEvent& event);
    void check_access(const simt::MemoryEvent& event);
    void unwritten(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation);
    void unwritten_part(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation, uint32_t offset,
                        uint32_t bytes);
    void partly_written(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation);
    [[nodiscard]] const AccessUse* use_of(const simt::MemoryEvent& event);
    void check_global(const simt::MemoryEvent& event);
    void check_shared(const simt::MemoryEvent& event);
    void check_local(const simt::MemoryEvent& event);
    void report_or_doubt(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, const LaneRead& blamed);
    void report(const simt::WarpContext& warp, uint32_t lane, const LaneRead& read);
    void doubt(const simt::WarpContext& warp, uint32_t lane, const PendingCopy& loaded);
    /// Returns false without a GivenValue for this load.
    bool give(const simt::MemoryEvent& event, uint32_t lane, const LaneRead& read);
    [[nodiscard]] simt::Finding finding_of(const simt::WarpContext& warp, uint32_t lane, const LaneRead& read) const;

    /// Undefined bits of a value that is being stored, and the load they come from.
    struct Undefined {
        uint64_t bits = 0;
        const PendingCopy* from = nullptr;
        LaneRead place;
    };
    void follow(const simt::MemoryEvent& event);
    void follow_load(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, const LaneRead& read);
    /// Records suspect parts of a read. `missing[i]` is nonzero if byte i is unset and may be used.
    void doubt_parts(const simt::MemoryEvent& event, uint32_t lane, const LaneRead& read,
                     std::span<const uint8_t> missing);
    void follow_store(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, const LaneRead& place);
    [[nodiscard]] LaneRead access_of(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation) const;
    [[nodiscard]] Undefined undefined_stored(const simt::WarpContext& warp, uint32_t lane, const StoredElement& element,
                                             const LaneRead& to);
    /// Returns whether the unset element is padding, because other elements copied with it are set.
    [[nodiscard]] bool is_padding(const simt::WarpContext& warp, uint32_t lane, const StoredElement& stored,
                                  const LaneRead& element) const;
    [[nodiscard]] bool has_no_padding(const LaneRead& element, uint64_t undefined) const;
    [[nodiscard]] uint32_t shared_alignment(uint64_t offset) const;
    [[nodiscard]] uint8_t undefined_bits(const simt::WarpContext& warp, uint32_t lane, const LaneRead& in,
                                         uint64_t address) const;
    void set_undefined(const simt::WarpContext& warp, uint32_t lane, const LaneRead& in, uint64_t address, uint8_t bits,
                       const LaneRead* passed);

    simt::LaunchContext launch_;
    std::span<const simt::InstructionInfo> instructions_;
    std::shared_ptr<WrittenBytes> written_;
    std::vector<uint8_t> shared_;                    // current block; 1 per written byte
    uint64_t written_to_ = 0;                        // everything before this offset is written
    std::vector<std::vector<simt::LaneMask>> local_; // by warp and offset: lanes that have written the byte
    std::shared_ptr<LazyValueUses> uses_;
    ShadowValues undefined_;
    bool follows_ = false; // whether some value of this block is followed
    struct BlockMarks {
        std::vector<uint8_t> shared;
        std::vector<std::vector<simt::LaneMask>> local;
        ShadowValues undefined;
        bool follows = false;
    };
    std::map<uint64_t, BlockMarks> aside_; // suspended blocks by number
    FindingLog findings_;
    SuspectReads suspect_;
    GivenValue given_;
    GivenLanes given_lanes_;
    std::set<uint64_t> undefined_in_global_;
};

} // namespace warpscope::metrics
