// The observer that makes a recording. Internal to replay.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "replay/record/other_blocks.hpp"
#include "replay/recording.hpp"
#include "simt/events.hpp"

namespace warpscope::replay {

/// Collects what one block does; one block of a launch on one worker.
class Recorder {
public:
    Recorder(std::shared_ptr<const SteppedProgram> stepped, const RecordRequest& request, const LaunchConfig& config,
             bool whole_launch);
    /// Ends the recording before the first step in which other blocks may have a part.
    void end_before(OtherBlocks others) { others_.emplace(std::move(others)); }

    void on_instruction(const simt::InstructionEvent& event);
    void on_memory(const simt::MemoryEvent& event);
    void on_branch(const simt::BranchEvent& event);
    void on_finding(const simt::Finding& finding);
    /// The instruction under way has been done.
    void complete();

    [[nodiscard]] Recording::Contents take();
    /// Set when the launch is to end: it was cancelled, or what may be kept is full.
    [[nodiscard]] const std::atomic<bool>& stop() const { return stop_; }

private:
    void begin_step(const simt::InstructionEvent& event, uint32_t depth);
    /// Forgets the step under way, and ends.
    void end_before_this_step();
    void compare_register(const simt::WarpContext& warp, uint32_t index, simt::LaneMask lanes);
    /// Of a record of the kernel itself, not of a function that it calls.
    void note_set(const Record& record);
    void compare_stack(const simt::WarpContext& warp);
    void compare_memory(const simt::WarpContext& warp, Change& change, ChangeKind kind);
    /// Of bytes that several lanes write, only the first lane's count as the change.
    void remove_repeated(const Change& change, uint32_t warp);
    /// Remembers what memory holds before a thread of the block writes there.
    void remember_initial(const simt::WarpContext& warp, const Change& change);
    [[nodiscard]] static const std::byte* memory_of(const simt::WarpContext& warp, const Change& change, uint32_t lane);
    void add(const Change& change);
    void note_activity(const simt::InstructionEvent& event);
    void keep_state();

    std::shared_ptr<const SteppedProgram> stepped_;
    RecordRequest request_;
    std::optional<OtherBlocks> others_;
    Recording::Contents out_;
    State now_;
    std::vector<std::vector<uint32_t>> registers_of_; // by pc: those that the instruction names
    std::vector<std::vector<uint32_t>> sets_;         // by pc: those of the kernel's frame that it sets
    std::vector<simt::LaneMask> set_so_far_;          // by warp and register of the kernel's frame
    std::vector<uint64_t> last_record_;               // by warp
    uint64_t activities_ = 0;                         // noted so far
    uint32_t last_conflict_ = ~0u;                    // step that has a mark for one
    bool pending_ = false;                            // the last record's instruction may still be under way
    const simt::WarpContext* warp_ = nullptr;         // that it is of
    uint32_t function_ = 0;                           // that it is in
    std::vector<Change> accesses_;                    // of that instruction
    uint32_t access_count_ = 0;                       // in use
    uint32_t epoch_ = 0;                              // highest so far
    uint64_t every_ = uint64_t{1} << 15;              // records between kept states
    uint64_t kept_bytes_ = 0;
    std::vector<uint8_t> differences_;
    std::atomic<bool> stop_{false};
};

/// Hands a launch's events on to a Recorder, which must outlive it.
class RecordObserver final : public simt::Observer {
public:
    explicit RecordObserver(Recorder& recorder)
        : recorder_(recorder) {}

    [[nodiscard]] uint32_t interests() const override {
        return simt::wants_instructions | simt::wants_global | simt::wants_shared | simt::wants_local |
               simt::wants_branches | simt::wants_findings | simt::wants_blocks;
    }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override {
        return std::make_unique<RecordObserver>(recorder_);
    }
    void on_block_leave(uint64_t) override { recorder_.complete(); }
    void on_block_end(uint64_t) override { recorder_.complete(); }
    void on_instruction(const simt::InstructionEvent& event) override { recorder_.on_instruction(event); }
    void on_memory(const simt::MemoryEvent& event) override { recorder_.on_memory(event); }
    void on_branch(const simt::BranchEvent& event) override { recorder_.on_branch(event); }
    void on_finding(const simt::Finding& finding) override { recorder_.on_finding(finding); }
    void merge(simt::Observer&) override {}

private:
    Recorder& recorder_;
};

} // namespace warpscope::replay
