#include "metrics/trace/trace_observer.hpp"

#include <algorithm>
#include <bit>

namespace warpscope::metrics {

void CellSet::insert(uint64_t cell) {
    words_[cell / 64] |= uint64_t{1} << cell % 64;
    low_ = std::min(low_, cell / 64);
    high_ = std::max(high_, cell / 64);
}

std::vector<uint64_t> CellSet::sorted() const {
    std::vector<uint64_t> cells;
    if (empty()) return cells;
    for (uint64_t word = low_; word <= high_; ++word)
        for (uint64_t rest = words_[word]; rest != 0; rest &= rest - 1)
            cells.push_back(word * 64 + static_cast<uint64_t>(std::countr_zero(rest)));
    return cells;
}

uint64_t CellSet::count() const {
    uint64_t cells = 0;
    for (uint64_t word = low_; word <= high_ && word < words_.size(); ++word)
        cells += static_cast<uint64_t>(std::popcount(words_[word]));
    return cells;
}

TraceObserver::TraceObserver(std::shared_ptr<const BufferTable> buffers, uint64_t limit)
    : buffers_(std::move(buffers))
    , limit_(limit) {
    for (const PlacedBuffer& buffer : buffers_->buffers()) {
        contents_.loaded.emplace_back(buffer.cells);
        contents_.stored.emplace_back(buffer.cells);
    }
}

uint32_t TraceObserver::interests() const {
    return simt::wants_global | simt::wants_shared | simt::wants_local | simt::wants_steps | simt::wants_branches |
           simt::wants_barriers | simt::wants_shuffles;
}

std::unique_ptr<simt::Observer> TraceObserver::fork() { return std::make_unique<TraceObserver>(buffers_, limit_); }

void TraceObserver::merge(simt::Observer& worker) {
    contents_ = std::move(static_cast<TraceObserver&>(worker).contents_);
}

void TraceObserver::on_memory(const simt::MemoryEvent& event) {
    const auto lanes = static_cast<uint64_t>(std::popcount(event.mask));
    if (!contents_.truncated && contents_.accesses.size() + lanes <= limit_)
        contents_.requests.push_back({static_cast<uint32_t>(contents_.accesses.size()), event.mask});
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        TraceAccess access;
        access.pc = event.pc;
        access.kind = event.kind;
        access.space = event.space;
        access.bytes = event.bytes;
        access.thread = event.warp->first_thread() + lane;
        access.address = event.address[lane];
        access.interval = event.warp->barrier_interval;
        if (event.space == ptx::Space::global) touch_cells(event, access);
        if (contents_.accesses.size() < limit_)
            contents_.accesses.push_back(access);
        else
            contents_.truncated = true;
    }
}

void TraceObserver::on_step(const simt::StepEvent& event) {
    // Omits the step if its requests may be missing.
    if (contents_.truncated || contents_.steps.size() >= limit_ / 4) contents_.steps_truncated = true;
    if (contents_.steps_truncated) return;
    TraceStep step;
    step.warp = event.warp->warp;
    step.interval = event.warp->barrier_interval;
    step.first_pc = event.first_pc;
    step.end_pc = event.end_pc;
    step.active = event.active;
    step.first_request = step_request_;
    step.first_shuffle = step_shuffle_;
    contents_.steps.push_back(step);
    step_request_ = static_cast<uint32_t>(contents_.requests.size());
    step_shuffle_ = static_cast<uint32_t>(contents_.shuffles.size());
}

TraceStep* TraceObserver::last_step(const simt::WarpContext& warp) {
    if (contents_.steps_truncated || contents_.steps.empty() || contents_.steps.back().warp != warp.warp)
        return nullptr;
    return &contents_.steps.back();
}

void TraceObserver::on_branch(const simt::BranchEvent& event) {
    if (TraceStep* step = last_step(*event.warp)) step->taken = event.taken;
}

void TraceObserver::on_barrier(const simt::BarrierEvent& event) {
    constexpr uint32_t of_a_warp = ~0u;
    if (event.barrier == of_a_warp) return;
    if (TraceStep* step = last_step(*event.warp)) step->barrier = true;
}

void TraceObserver::on_shuffle(const simt::ShuffleEvent& event) {
    if (contents_.steps_truncated || contents_.shuffles.size() >= limit_ / 4) {
        contents_.steps_truncated = true;
        return;
    }
    TraceShuffle shuffle{event.pc, event.warp->warp, event.active, {}};
    std::copy_n(event.from, warp_size, shuffle.from.begin());
    contents_.shuffles.push_back(shuffle);
}

void TraceObserver::touch_cells(const simt::MemoryEvent& event, TraceAccess& access) {
    const auto index =
        event.allocation == ~0u ? buffers_->holding(access.address) : buffers_->in_allocation(event.allocation);
    if (!index) return;
    const PlacedBuffer& buffer = buffers_->buffers()[*index];
    access.buffer = *index;
    access.cell = buffer.cell_of(access.address);
    const bool load = event.kind == simt::AccessKind::load;
    if (load) ++contents_.loads;
    CellSet& set = load ? contents_.loaded[*index] : contents_.stored[*index];
    const uint64_t last = buffer.cell_of(access.address + access.bytes - 1);
    for (uint64_t cell = access.cell; cell <= last; ++cell) set.insert(cell);
}

} // namespace warpscope::metrics
