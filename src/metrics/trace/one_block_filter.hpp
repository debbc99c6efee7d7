#pragma once

#include <memory>

#include "simt/events.hpp"

namespace warpscope::metrics {

/// Passes events of one block to `observer`. `observer` must outlive this object.
class OneBlockFilter final : public simt::Observer {
public:
    OneBlockFilter(simt::Observer& observer, uint64_t block)
        : observer_(observer)
        , block_(block) {}

    /// Excludes heap events, which do not name their block.
    [[nodiscard]] uint32_t interests() const override { return observer_.interests() & ~uint32_t{simt::wants_heap}; }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override {
        std::unique_ptr<simt::Observer> fork = observer_.fork();
        auto copy = std::make_unique<OneBlockFilter>(*fork, block_);
        copy->owned_ = std::move(fork);
        return copy;
    }
    void merge(simt::Observer& worker) override { observer_.merge(static_cast<OneBlockFilter&>(worker).observer_); }
    void on_launch(const simt::LaunchContext& launch) override { observer_.on_launch(launch); }
    void on_launch_end() override { observer_.on_launch_end(); }

    void on_block_begin(uint64_t block, const Dim3& index) override {
        if (block == block_) observer_.on_block_begin(block, index);
    }
    void on_block_end(uint64_t block) override {
        if (block == block_) observer_.on_block_end(block);
    }
    void on_block_leave(uint64_t block) override {
        if (block == block_) observer_.on_block_leave(block);
    }
    void on_block_return(uint64_t block) override {
        if (block == block_) observer_.on_block_return(block);
    }
    void on_memory(const simt::MemoryEvent& event) override {
        if (event.warp->block == block_) observer_.on_memory(event);
    }
    void on_branch(const simt::BranchEvent& event) override {
        if (event.warp->block == block_) observer_.on_branch(event);
    }
    void on_barrier(const simt::BarrierEvent& event) override {
        if (event.warp->block == block_) observer_.on_barrier(event);
    }
    void on_step(const simt::StepEvent& event) override {
        if (event.warp->block == block_) observer_.on_step(event);
    }
    void on_instruction(const simt::InstructionEvent& event) override {
        if (event.warp->block == block_) observer_.on_instruction(event);
    }
    void on_shuffle(const simt::ShuffleEvent& event) override {
        if (event.warp->block == block_) observer_.on_shuffle(event);
    }
    void on_stack_taken(const simt::StackEvent& event) override {
        if (event.warp->block == block_) observer_.on_stack_taken(event);
    }
    void on_warp_end(const simt::WarpEvent& event) override {
        if (event.warp->block == block_) observer_.on_warp_end(event);
    }
    void on_finding(const simt::Finding& finding) override {
        if (finding.block == block_) observer_.on_finding(finding);
    }

private:
    simt::Observer& observer_;
    std::unique_ptr<simt::Observer> owned_; // owns `observer_` if this is a fork
    uint64_t block_;
};

} // namespace warpscope::metrics
