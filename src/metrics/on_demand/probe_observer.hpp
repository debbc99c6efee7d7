#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/costs/request_shape.hpp"
#include "metrics/on_demand.hpp"
#include "simt/events.hpp"
#include "simt/program.hpp"

namespace warpscope::metrics {

/// Needs no locks: each warp has one worker.
class InstructionProbe : public simt::Observer {
public:
    InstructionProbe(const LaunchConfig& config, std::span<const simt::InstructionInfo> instructions,
                     std::span<const uint32_t> pcs);

    [[nodiscard]] uint32_t interests() const override;
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override;
    void on_step(const simt::StepEvent& event) override;
    void on_memory(const simt::MemoryEvent& event) override;
    void on_branch(const simt::BranchEvent& event) override;
    void merge(simt::Observer&) override {}

    void take_results(Probe& out);

private:
    struct Common {
        uint64_t threads_per_block = 0, warps_per_block = 0;
        std::vector<uint8_t> chosen;
        std::vector<uint8_t> by_request; // by pc: 1 for predicated accesses, which on_memory() counts
        std::vector<uint32_t> before;    // by pc: number of earlier requested pcs that on_step() counts
        std::vector<uint32_t> executions;
        std::vector<WarpCost> warps;
    };
    explicit InstructionProbe(std::shared_ptr<Common> common);
    void count(const simt::WarpContext& warp, simt::LaneMask lanes, uint32_t instructions);
    [[nodiscard]] WarpCost& cost_of(const simt::WarpContext& warp) {
        return common_->warps[warp.block * common_->warps_per_block + warp.warp];
    }

    std::shared_ptr<Common> common_;
    ShapeCache shapes_;
};

class CellProbe : public simt::Observer {
public:
    CellProbe(ProbeKind kind, std::shared_ptr<const BufferTable> buffers, uint32_t pc_count);
    /// Returns an upper bound.
    [[nodiscard]] static uint64_t bytes_per_worker(ProbeKind kind, const BufferTable& buffers);

    [[nodiscard]] uint32_t interests() const override {
        return kind_ == ProbeKind::blocks ? simt::wants_global | simt::wants_blocks : simt::wants_global;
    }
    [[nodiscard]] std::unique_ptr<simt::Observer> fork() override;
    void on_memory(const simt::MemoryEvent& event) override;
    void on_block_begin(uint64_t block, const Dim3& block_index) override;
    void on_block_leave(uint64_t block) override;
    void on_block_return(uint64_t block) override;
    void merge(simt::Observer& worker) override;

    void take_results(Probe& out);

private:
    struct Counts {
        /// Per cell: sectors (ProbeKind::sectors), operations (atomics), or loading blocks after the first (blocks).
        std::vector<uint32_t> sums;
        /// Per cell: requests (sectors), or the last block that loaded the cell, plus 1 (blocks). Empty for atomics.
        std::vector<uint32_t> also;
        std::vector<uint32_t> first; // first block that loaded the cell, plus 1 (blocks)
    };
    [[nodiscard]] bool wanted(simt::AccessKind kind) const;
    [[nodiscard]] Counts& counts_of(uint32_t buffer);
    void count_cells(const simt::MemoryEvent& event, uint32_t buffer, simt::LaneMask lanes, uint32_t sectors);

    ProbeKind kind_;
    std::shared_ptr<const BufferTable> buffers_;
    uint32_t pc_count_;
    ShapeCache shapes_;
    std::vector<Counts> counts_;
    std::vector<uint64_t> cells_; // scratch for one request
    using Cell = std::pair<uint32_t, uint64_t>;
    bool leaves_blocks_ = false;
    /// Cells that the current block loaded, so that a resumed block does not count twice.
    std::vector<Cell> touched_;
    std::set<Cell> touched_before_;
    std::map<uint64_t, std::set<Cell>> aside_; // key: suspended block
};

} // namespace warpscope::metrics
