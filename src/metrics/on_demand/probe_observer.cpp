#include "metrics/on_demand/probe_observer.hpp"

#include <algorithm>
#include <bit>

#include "metrics/costs/traffic.hpp"

namespace warpscope::metrics {

InstructionProbe::InstructionProbe(const LaunchConfig& config, std::span<const simt::InstructionInfo> instructions,
                                   std::span<const uint32_t> pcs)
    : common_(std::make_shared<Common>())
    , shapes_(static_cast<uint32_t>(instructions.size())) {
    Common& common = *common_;
    common.threads_per_block = config.threads_per_block();
    common.warps_per_block = config.warps_per_block();
    common.chosen.resize(instructions.size());
    common.by_request.resize(instructions.size());
    for (const uint32_t pc : pcs) {
        if (pc >= instructions.size()) continue;
        common.chosen[pc] = 1;
        common.by_request[pc] = instructions[pc].access_bytes > 0 && instructions[pc].text.starts_with('@');
    }
    common.before.resize(instructions.size() + 1);
    for (size_t pc = 0; pc < instructions.size(); ++pc)
        common.before[pc + 1] = common.before[pc] + (common.chosen[pc] != 0 && common.by_request[pc] == 0 ? 1 : 0);
    common.executions.resize(config.threads());
    common.warps.resize(config.warps());
}

InstructionProbe::InstructionProbe(std::shared_ptr<Common> common)
    : common_(std::move(common))
    , shapes_(static_cast<uint32_t>(common_->chosen.size())) {}

uint32_t InstructionProbe::interests() const {
    return simt::wants_steps | simt::wants_global | simt::wants_shared | simt::wants_local | simt::wants_const |
           simt::wants_param | simt::wants_branches;
}

std::unique_ptr<simt::Observer> InstructionProbe::fork() {
    return std::unique_ptr<InstructionProbe>(new InstructionProbe(common_));
}

void InstructionProbe::count(const simt::WarpContext& warp, simt::LaneMask lanes, uint32_t instructions) {
    uint32_t* const threads =
        common_->executions.data() + warp.block * common_->threads_per_block + warp.first_thread();
    for (simt::LaneMask rest = lanes; rest != 0; rest &= rest - 1) threads[std::countr_zero(rest)] += instructions;
    WarpCost& cost = cost_of(warp);
    cost.executions += instructions;
    cost.active_lanes += instructions * static_cast<uint32_t>(std::popcount(lanes));
}

void InstructionProbe::on_step(const simt::StepEvent& event) {
    const uint32_t instructions = common_->before[event.end_pc] - common_->before[event.first_pc];
    if (instructions != 0) count(*event.warp, event.active, instructions);
}

void InstructionProbe::on_memory(const simt::MemoryEvent& event) {
    if (common_->chosen[event.pc] == 0 || event.mask == 0) return;
    if (common_->by_request[event.pc] != 0) count(*event.warp, event.mask, 1);
    LazyShape shape(event, shapes_);
    WarpCost& cost = cost_of(*event.warp);
    if (event.space == ptx::Space::global) {
        ++cost.global_requests;
        cost.sectors += sectors_of(event, shape);
    } else if (event.space == ptx::Space::shared) {
        ++cost.shared_requests;
        cost.passes += passes_of(event, shape);
    }
}

void InstructionProbe::on_branch(const simt::BranchEvent& event) {
    if (common_->chosen[event.pc] != 0 && event.divergent()) ++cost_of(*event.warp).splits;
}

void InstructionProbe::take_results(Probe& out) {
    out.executions = std::move(common_->executions);
    out.warps = std::move(common_->warps);
}

CellProbe::CellProbe(ProbeKind kind, std::shared_ptr<const BufferTable> buffers, uint32_t pc_count)
    : kind_(kind)
    , buffers_(std::move(buffers))
    , pc_count_(pc_count)
    , shapes_(pc_count)
    , counts_(buffers_->buffers().size()) {}

uint64_t CellProbe::bytes_per_worker(ProbeKind kind, const BufferTable& buffers) {
    uint64_t cells = 0;
    for (const PlacedBuffer& buffer : buffers.buffers()) cells += buffer.cells;
    const uint64_t arrays = kind == ProbeKind::atomics ? 1 : kind == ProbeKind::sectors ? 2 : 3;
    return cells * arrays * sizeof(uint32_t);
}

std::unique_ptr<simt::Observer> CellProbe::fork() { return std::make_unique<CellProbe>(kind_, buffers_, pc_count_); }

bool CellProbe::wanted(simt::AccessKind kind) const {
    if (kind_ == ProbeKind::atomics) return kind == simt::AccessKind::atomic;
    return kind_ == ProbeKind::sectors || kind == simt::AccessKind::load;
}

CellProbe::Counts& CellProbe::counts_of(uint32_t buffer) {
    Counts& counts = counts_[buffer];
    if (!counts.sums.empty()) return counts;
    const uint64_t cells = buffers_->buffers()[buffer].cells;
    counts.sums.resize(cells);
    if (kind_ != ProbeKind::atomics) counts.also.resize(cells);
    if (kind_ == ProbeKind::blocks) counts.first.resize(cells);
    return counts;
}

void CellProbe::on_memory(const simt::MemoryEvent& event) {
    if (event.mask == 0 || event.space != ptx::Space::global || !wanted(event.kind)) return;
    uint32_t sectors = 0;
    if (kind_ == ProbeKind::sectors) {
        LazyShape shape(event, shapes_);
        sectors = sectors_of(event, shape);
    }
    if (const auto buffer = buffers_->in_allocation(event.allocation)) {
        count_cells(event, *buffer, event.mask, sectors);
        return;
    }
    if (event.allocation != ~0u) return; // a module variable, which has no cells
    for (simt::LaneMask rest = event.mask; rest != 0;) {
        const auto buffer = buffers_->holding(event.address[std::countr_zero(rest)]);
        simt::LaneMask lanes = 0;
        for (simt::LaneMask r = rest; r != 0; r &= r - 1)
            if (buffers_->holding(event.address[std::countr_zero(r)]) == buffer)
                lanes |= simt::LaneMask{1} << std::countr_zero(r);
        if (buffer) count_cells(event, *buffer, lanes, sectors);
        rest &= ~lanes;
    }
}

void CellProbe::count_cells(const simt::MemoryEvent& event, uint32_t buffer, simt::LaneMask lanes, uint32_t sectors) {
    const PlacedBuffer& placed = buffers_->buffers()[buffer];
    Counts& counts = counts_of(buffer);
    cells_.clear();
    bool ascending = true;
    for (simt::LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const uint64_t address = event.address[std::countr_zero(rest)];
        const uint64_t first = placed.cell_of(address), last = placed.cell_of(address + event.bytes - 1);
        for (uint64_t cell = first; cell <= last; ++cell) {
            if (kind_ == ProbeKind::atomics) {
                ++counts.sums[cell];
                continue;
            }
            if (!cells_.empty() && cells_.back() == cell) continue;
            ascending = ascending && (cells_.empty() || cells_.back() < cell);
            cells_.push_back(cell);
        }
    }
    if (kind_ == ProbeKind::sectors) {
        // A request counts once per cell.
        if (!ascending) {
            std::sort(cells_.begin(), cells_.end());
            cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
        }
        for (const uint64_t cell : cells_) {
            counts.sums[cell] += sectors;
            ++counts.also[cell];
        }
    } else if (kind_ == ProbeKind::blocks) {
        const auto block = static_cast<uint32_t>(event.warp->block + 1);
        for (const uint64_t cell : cells_) {
            if (counts.also[cell] == block || touched_before_.contains({buffer, cell})) continue;
            if (leaves_blocks_) touched_.emplace_back(buffer, cell);
            if (counts.also[cell] != 0) ++counts.sums[cell];
            counts.also[cell] = block;
            counts.first[cell] = counts.first[cell] == 0 ? block : std::min(counts.first[cell], block);
        }
    }
}

void CellProbe::on_block_begin(uint64_t, const Dim3&) {
    touched_.clear();
    touched_before_.clear();
}

void CellProbe::on_block_leave(uint64_t block) {
    if (!std::exchange(leaves_blocks_, true))
        for (uint32_t buffer = 0; buffer < counts_.size(); ++buffer)
            for (uint64_t cell = 0; cell < counts_[buffer].also.size(); ++cell)
                if (counts_[buffer].also[cell] == block + 1) touched_.emplace_back(buffer, cell);
    touched_before_.insert(touched_.begin(), touched_.end());
    touched_.clear();
    aside_[block] = std::exchange(touched_before_, {});
}

void CellProbe::on_block_return(uint64_t block) {
    touched_.clear();
    touched_before_ = std::move(aside_[block]);
    aside_.erase(block);
}

void CellProbe::merge(simt::Observer& worker) {
    for (uint32_t i = 0; i < counts_.size(); ++i) {
        Counts& theirs = static_cast<CellProbe&>(worker).counts_[i];
        if (theirs.sums.empty()) continue;
        Counts& mine = counts_[i];
        if (mine.sums.empty()) {
            mine = std::move(theirs);
            continue;
        }
        for (size_t cell = 0; cell < mine.sums.size(); ++cell) {
            mine.sums[cell] += theirs.sums[cell];
            if (kind_ == ProbeKind::sectors) mine.also[cell] += theirs.also[cell];
            if (kind_ != ProbeKind::blocks || theirs.first[cell] == 0) continue;
            const bool both = mine.first[cell] != 0;
            mine.sums[cell] += both ? 1 : 0; // the later of the two first blocks counts as another block
            mine.first[cell] = both ? std::min(mine.first[cell], theirs.first[cell]) : theirs.first[cell];
        }
        theirs = {};
    }
}

void CellProbe::take_results(Probe& out) {
    for (uint32_t i = 0; i < counts_.size(); ++i) {
        Counts counts = std::move(counts_[i]);
        if (counts.sums.empty()) continue;
        CellCosts costs;
        costs.buffer = i;
        if (kind_ == ProbeKind::sectors) {
            costs.sectors_per_request.resize(counts.sums.size());
            for (size_t cell = 0; cell < counts.sums.size(); ++cell)
                if (counts.also[cell] != 0) {
                    costs.sectors_per_request[cell] =
                        static_cast<float>(counts.sums[cell]) / static_cast<float>(counts.also[cell]);
                    costs.range.include(static_cast<double>(costs.sectors_per_request[cell]));
                }
        } else if (kind_ == ProbeKind::atomics) {
            costs.atomic_operations = std::move(counts.sums);
            for (const uint32_t operations : costs.atomic_operations)
                if (operations != 0) costs.range.include(operations);
        } else {
            costs.first_block = std::move(counts.first);
            costs.other_blocks = std::move(counts.sums);
            for (size_t cell = 0; cell < costs.first_block.size(); ++cell)
                if (costs.first_block[cell] != 0) costs.range.include(costs.other_blocks[cell]);
        }
        out.cells.push_back(std::move(costs));
    }
}

} // namespace warpscope::metrics
