#pragma once

#include <memory>
#include <vector>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/results.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// Stores the range of used words, so that small sets are cheap.
class CellSet {
public:
    explicit CellSet(uint64_t cells)
        : words_((cells + 63) / 64) {}

    void insert(uint64_t cell);
    [[nodiscard]] bool contains(uint64_t cell) const { return (words_[cell / 64] >> cell % 64 & 1u) != 0; }
    [[nodiscard]] bool empty() const { return low_ > high_; }
    [[nodiscard]] std::vector<uint64_t> sorted() const;
    [[nodiscard]] uint64_t count() const;

private:
    std::vector<uint64_t> words_;
    uint64_t low_ = ~uint64_t{0}, high_ = 0; // indices in words_
};

class TraceObserver : public simt::Observer {
public:
    TraceObserver(std::shared_ptr<const BufferTable> buffers, uint64_t limit);

    [[nodiscard]] uint32_t interests() const override;
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override;
    void on_memory(const simt::MemoryEvent& event) override;
    void on_step(const simt::StepEvent& event) override;
    void on_branch(const simt::BranchEvent& event) override;
    void on_barrier(const simt::BarrierEvent& event) override;
    void on_shuffle(const simt::ShuffleEvent& event) override;
    void merge(simt::Observer& worker) override;

    struct Contents {
        std::vector<TraceAccess> accesses;
        std::vector<TraceRequest> requests;
        std::vector<TraceStep> steps;
        std::vector<TraceShuffle> shuffles;
        bool truncated = false, steps_truncated = false;
        uint64_t loads = 0; // lane loads of plan buffers
        std::vector<CellSet> loaded, stored;
    };
    [[nodiscard]] Contents& contents() { return contents_; }

private:
    void touch_cells(const simt::MemoryEvent& event, TraceAccess& access);
    [[nodiscard]] TraceStep* last_step(const simt::WarpContext& warp);

    std::shared_ptr<const BufferTable> buffers_;
    uint64_t limit_;                               // limit of accesses; a quarter of it for steps and shuffles
    uint32_t step_request_ = 0, step_shuffle_ = 0; // first request and shuffle of the current step
    Contents contents_;
};

} // namespace warpscope::metrics
