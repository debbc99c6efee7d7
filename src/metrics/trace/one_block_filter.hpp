#pragma once

#include <memory>

#include "simt/events.hpp"

namespace warpscope::metrics {

/// Passes events of one block to `told`. `told` must outlive this object.
class OneBlock final : public simt::Observer {
public:
    OneBlock(simt::Observer& told, uint64_t block)
        : told_(told)
        , block_(block) {}

    /// Excludes heap events, which do not name their block.
    [[nodiscard]] uint32_t interests() const override { return told_.interests() & ~uint32_t{simt::wants_heap}; }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override {
        std::unique_ptr<simt::Observer> fork = told_.fork();
        auto copy = std::make_unique<OneBlock>(*fork, block_);
        copy->owned_ = std::move(fork);
        return copy;
    }
    void merge(simt::Observer& worker) override { told_.merge(static_cast<OneBlock&>(worker).told_); }
    void on_launch(const simt::LaunchContext& launch) override { told_.on_launch(launch); }
    void on_launch_end() override { told_.on_launch_end(); }

    void on_block_begin(uint64_t block, const Dim3& index) override {
        if (block == block_) told_.on_block_begin(block, index);
    }
    void on_block_end(uint64_t block) override {
        if (block == block_) told_.on_block_end(block);
    }
    void on_block_leave(uint64_t block) override {
        if (block == block_) told_.on_block_leave(block);
    }
    void on_block_return(uint64_t block) override {
        if (block == block_) told_.on_block_return(block);
    }
    void on_memory(const simt::MemoryEvent& event) override {
        if (event.warp->block == block_) told_.on_memory(event);
    }
    void on_branch(const simt::BranchEvent& event) override {
        if (event.warp->block == block_) told_.on_branch(event);
    }
    void on_barrier(const simt::BarrierEvent& event) override {
        if (event.warp->block == block_) told_.on_barrier(event);
    }
    void on_step(const simt::StepEvent& event) override {
        if (event.warp->block == block_) told_.on_step(event);
    }
    void on_instruction(const simt::InstructionEvent& event) override {
        if (event.warp->block == block_) told_.on_instruction(event);
    }
    void on_shuffle(const simt::ShuffleEvent& event) override {
        if (event.warp->block == block_) told_.on_shuffle(event);
    }
    void on_stack_taken(const simt::StackEvent& event) override {
        if (event.warp->block == block_) told_.on_stack_taken(event);
    }
    void on_warp_end(const simt::WarpEvent& event) override {
        if (event.warp->block == block_) told_.on_warp_end(event);
    }
    void on_finding(const simt::Finding& finding) override {
        if (finding.block == block_) told_.on_finding(finding);
    }

private:
    simt::Observer& told_;
    std::unique_ptr<simt::Observer> owned_; // owns `told_` if this is a fork
    uint64_t block_;
};

} // namespace warpscope::metrics
