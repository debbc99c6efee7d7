#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "replay/record/other_blocks.hpp"
#include "replay/recording.hpp"
#include "simt/events.hpp"

namespace warpscope::replay {

class Recorder {
public:
    Recorder(std::shared_ptr<const SteppedProgram> stepped, const RecordRequest& request, const LaunchConfig& config,
             bool whole_launch);
    void end_before(OtherBlocks others) { others_.emplace(std::move(others)); }

    void on_instruction(const simt::InstructionEvent& event);
    void on_memory(const simt::MemoryEvent& event);
    void on_branch(const simt::BranchEvent& event);
    void on_finding(const simt::Finding& finding);
    void complete();

    [[nodiscard]] Recording::Contents take();
    [[nodiscard]] const std::atomic<bool>& stop() const { return stop_; }

private:
    void begin_step(const simt::InstructionEvent& event, uint32_t depth);
    void end_before_this_step();
    void compare_register(const simt::WarpContext& warp, uint32_t index, simt::LaneMask lanes);
    void note_set(const Record& record);
    void compare_stack(const simt::WarpContext& warp);
    void compare_memory(const simt::WarpContext& warp, Change& change, ChangeKind kind);
    /// If several lanes write a byte, keeps the byte's difference in one lane only.
    void remove_repeated(const Change& change, uint32_t warp);
    void remember_initial(const simt::WarpContext& warp, const Change& change);
    /// The result is valid until the next call.
    [[nodiscard]] const std::byte* memory_of(const simt::WarpContext& warp, const Change& change, uint32_t lane);
    void add(const Change& change);
    void note_activity(const simt::InstructionEvent& event);
    void keep_state();

    std::shared_ptr<const SteppedProgram> stepped_;
    RecordRequest request_;
    std::optional<OtherBlocks> others_;
    Recording::Contents out_;
    State now_;
    std::vector<std::vector<uint32_t>> registers_of_; // registers in operands, by pc
    std::vector<std::vector<uint32_t>> sets_;         // registers set by the instruction, by pc
    std::vector<simt::LaneMask> set_so_far_;
    std::vector<uint64_t> last_record_;
    uint64_t activities_ = 0;
    uint32_t last_conflict_ = ~0u;
    bool pending_ = false;
    const simt::WarpContext* warp_ = nullptr;
    uint32_t function_ = 0;
    std::vector<Change> accesses_;
    uint32_t access_count_ = 0;
    uint32_t interval_ = 0;
    uint64_t every_ = uint64_t{1} << 15; // records between saved states
    uint64_t kept_bytes_ = 0;
    std::vector<uint8_t> differences_;
    std::vector<std::byte> local_copy_;
    std::atomic<bool> stop_{false};
};

/// The recorder must outlive this.
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
