// Reads of memory that nothing has written: global, shared and local.
//
// A load counts when none of the bytes that a lane reads was ever written: copying a structure also copies its padding,
// and that is no fault. One unset element of a vector counts where something is surely computed from it
// (ptx/analysis/must_use.hpp), since it may be padding, too, and compilers make vector loads of scalar ones; that and
// unset bytes of a word are suspect, in shared and local memory, where something may be made of them. Where the PTX
// says that a load's value is only stored somewhere else (ValueUses), it is followed there: a finding is the load whose
// value decides something or goes to global memory. Of what was handed to a function it is the load before the call.
// What may be padding stays unwritten in global memory, without a finding: elements that are stored for one expression
// with others that are set. So a member of a structure that is never set is found only where it is used, if padding
// could lie there. In shared and local memory, a value that may have been dropped where it would have been used, by the
// lane that gets it from a shuffle perhaps, is only suspect: a second run decides (rerun/differential_reads.cpp).
//
// In global memory a write by any block so far counts, so that blocks may hand data to each other; whether they are
// allowed to without a fence is the race checker's business.
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
#include "metrics/uninitialised/shadow_values.hpp"
#include "metrics/uninitialised/suspect_reads.hpp"
#include "simt/events.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

/// What some loads get instead of what lies in shared or local memory that nothing has written.
struct GivenValue {
    uint32_t word = 0;
    std::set<uint32_t> pcs; // of the loads
};

/// One worker's checker.
class UninitialisedCheck final : public InlineCheck {
public:
    /// `uses`: of the launch's program.
    UninitialisedCheck(simt::LaunchContext launch, std::span<const simt::InstructionInfo> instructions,
                       std::shared_ptr<WrittenBytes> written, std::shared_ptr<LazyValueUses> uses);

    [[nodiscard]] UninitialisedCheck fork() const;
    /// Takes the findings and suspects of a worker's copy.
    void merge(UninitialisedCheck& worker) {
        findings_.merge(worker.findings_);
        suspect_.merge(worker.suspect_);
    }
    [[nodiscard]] static uint32_t interests() {
        return simt::wants_global | simt::wants_shared | simt::wants_local | simt::wants_blocks | simt::wants_heap;
    }
    /// What is kept for a block, but for values that are followed.
    [[nodiscard]] static uint64_t bytes_of_block(const simt::BlockSize& size) {
        return size.shared_bytes + size.warps * size.local_bytes * sizeof(simt::LaneMask);
    }
    void begin_block();
    /// The present block waits for others, until it is returned to.
    void leave_block(uint64_t block);
    void return_to_block(uint64_t block);
    /// malloc has given this memory to a thread.
    void allocated(const simt::HeapEvent& event);
    void stack_taken(const simt::StackEvent& event);
    /// A request of global, shared or local memory whose mask is not empty.
    void check(const simt::MemoryEvent& event) {
        const bool known_written =
            event.space == ptx::Space::global
                ? event.allocation != ~0u && !written_->tracks(event.allocation)
                : event.space == ptx::Space::shared && event.kind == simt::AccessKind::load && span_is_written(event);
        if (!known_written || follows_) look_at(event);
    }
    /// Returns true if undefined values are under way in this block, so that check() must be told of every request.
    [[nodiscard]] bool needs_every_access() const { return follows_; }
    /// Returns true if check() must be told of a load of shared memory. Looks at no addresses.
    [[nodiscard]] bool needs_shared_load(const simt::MemoryEvent& event) { return !span_is_written(event); }
    /// Of global memory: has the marks that check() will write on their way.
    void fetch_ahead(const simt::MemoryEvent& event) {
        if (event.allocation == ~0u || !written_->tracks(event.allocation)) return;
        for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
            written_->fetch_ahead(event.allocation, event.address[std::countr_zero(rest)]);
    }
    /// Returns whether all of shared memory from a request's lowest to its highest byte is written. Looks at no
    /// addresses; may say no where the span is very long.
    [[nodiscard]] bool span_is_written(const simt::MemoryEvent& event) {
        return event.highest + event.bytes <= written_to_ || find_span_written(event);
    }
    [[nodiscard]] FindingLog& findings() { return findings_; }
    /// No findings yet: of shared and local memory, where the value may be dropped.
    [[nodiscard]] SuspectReads& suspect() { return suspect_; }
    /// Of the requests checked since this was asked last: the lanes all of whose value was given, and the others that
    /// were given parts of theirs.
    struct GivenLanes {
        simt::LaneMask whole = 0, parts = 0;
    };
    [[nodiscard]] GivenLanes take_given_lanes() { return std::exchange(given_lanes_, {}); }
    /// Where values are given: the bytes of global memory of which some bits are copies of what nothing has set.
    [[nodiscard]] const std::set<uint64_t>& undefined_in_global() const { return undefined_in_global_; }
    /// From now on, in forks too.
    void give(GivenValue value) { given_ = std::move(value); }

private:
    [[nodiscard]] bool find_span_written(const simt::MemoryEvent& event);
    void look_at(const simt::MemoryEvent& event);
    /// A lane reads what nothing has written: that is a finding, or the value must be followed from now on.
    void unwritten(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation);
    /// The same of `bytes` at `offset` from the lane's address.
    void unwritten_part(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation, uint32_t offset,
                        uint32_t bytes);
    /// A lane reads what is written in parts: a finding only where that leaves out an element that something is surely
    /// computed from; of other parts that something may depend on a second run must tell. What is only copied must be
    /// followed.
    void partly_written(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation);
    [[nodiscard]] const AccessUse* use_of(const simt::MemoryEvent& event);
    void check_global(const simt::MemoryEvent& event);
    void check_shared(const simt::MemoryEvent& event);
    void check_local(const simt::MemoryEvent& event);
    /// What a lane loads is missing: a finding, unless it may be dropped. `blamed`: what the finding is to name.
    void report_or_doubt(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, const LaneRead& blamed);
    void report(const simt::WarpContext& warp, uint32_t lane, const LaneRead& read);
    /// What a lane has loaded is missing where it may have been chosen.
    void doubt(const simt::WarpContext& warp, uint32_t lane, const PendingCopy& loaded);
    /// The given value, where there is one, for what a lane loads at `read`. False where there is none.
    bool give(const simt::MemoryEvent& event, uint32_t lane, const LaneRead& read);
    [[nodiscard]] simt::Finding finding_of(const simt::WarpContext& warp, uint32_t lane, const LaneRead& read) const;

    // uninitialised_propagation.cpp
    /// What a lane stores, as far as nothing has set it.
    struct Undefined {
        uint64_t bits = 0;
        const PendingCopy* from = nullptr; // one of the elements that they come from
        LaneRead place;                    // where that one would be read whole
    };
    void follow(const simt::MemoryEvent& event);
    void follow_load(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, const LaneRead& read);
    /// What a lane loads is set in parts. `missing`: by byte, whether it is not set and something may depend on it.
    void doubt_parts(const simt::MemoryEvent& event, uint32_t lane, const LaneRead& read,
                     std::span<const uint8_t> missing);
    void follow_store(const simt::MemoryEvent& event, const AccessUse* use, uint32_t lane, const LaneRead& place);
    [[nodiscard]] LaneRead access_of(const simt::MemoryEvent& event, uint32_t lane, uint32_t allocation) const;
    [[nodiscard]] Undefined undefined_stored(const simt::WarpContext& warp, uint32_t lane, const StoredElement& element,
                                             const LaneRead& to);
    /// Returns whether an element that nothing has set may be a structure's padding: others that are copied with it are
    /// set.
    [[nodiscard]] bool is_padding(const simt::WarpContext& warp, uint32_t lane, const StoredElement& stored,
                                  const LaneRead& element) const;
    /// Of an element some bytes of which nothing has set: whether there is no room for padding where it comes from.
    [[nodiscard]] bool has_no_padding(const LaneRead& element, uint64_t undefined) const;
    /// Of the variable in shared memory that has the offset.
    [[nodiscard]] uint32_t shared_alignment(uint64_t offset) const;
    /// Of a byte of the memory that `in` lies in.
    [[nodiscard]] uint8_t undefined_bits(const simt::WarpContext& warp, uint32_t lane, const LaneRead& in,
                                         uint64_t address) const;
    void set_undefined(const simt::WarpContext& warp, uint32_t lane, const LaneRead& in, uint64_t address, uint8_t bits,
                       const LaneRead* passed);

    simt::LaunchContext launch_;
    std::span<const simt::InstructionInfo> instructions_;
    std::shared_ptr<WrittenBytes> written_;
    std::vector<uint8_t> shared_;                    // of the present block, by offset; 1: written
    uint64_t written_to_ = 0;                        // of it, everything before was found to be written
    std::vector<std::vector<simt::LaneMask>> local_; // by warp of the block, by offset: lanes that have written it
    std::shared_ptr<LazyValueUses> uses_;
    ShadowValues undefined_;
    bool follows_ = false; // some value of this block is followed
    struct BlockMarks {
        std::vector<uint8_t> shared;
        std::vector<std::vector<simt::LaneMask>> local;
        ShadowValues undefined;
        bool follows = false;
    };
    std::map<uint64_t, BlockMarks> aside_; // of blocks that wait, by number
    FindingLog findings_;
    SuspectReads suspect_;
    GivenValue given_;
    GivenLanes given_lanes_;
    std::set<uint64_t> undefined_in_global_;
};

} // namespace warpscope::metrics
