#include "replay/record/recorder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "metrics/costs/request_shape.hpp"
#include "ptx/analysis/operands.hpp"
#include "ptx/analysis/register_effects.hpp"
#include "simt/stepping.hpp"

namespace warpscope::replay {
namespace {

constexpr uint64_t max_state_bytes = uint64_t{128} << 20;

/// Returns whether a request needs more passes than its size requires.
bool has_conflict(const simt::MemoryEvent& event) {
    const auto lanes = static_cast<uint32_t>(std::popcount(event.mask));
    const uint32_t passes = metrics::shared_passes(event.address, event.mask, event.bytes, event.kind);
    return passes > metrics::fewest_passes(lanes, event.bytes, passes);
}

std::vector<std::vector<uint32_t>> registers_by_pc(const simt::Program& program) {
    std::vector<std::vector<uint32_t>> all(program.instructions().size());
    const auto& functions = program.module().functions;
    for (uint32_t f = 0; f < functions.size(); ++f) {
        const uint32_t first = program.first_pc(f);
        if (first == ~0u) continue;
        for (uint32_t k = 0; k < functions[f].body.size(); ++k) {
            const ptx::Instruction& in = functions[f].body[k];
            std::vector<uint32_t>& out = all[first + k];
            for (const ptx::Operand& operand : in.operands) add_registers(operand, out);
            for (const ptx::CallOperands& call : in.call)
                for (const ptx::Operand& operand : call.results) add_registers(operand, out);
            std::ranges::sort(out);
            out.erase(std::ranges::unique(out).begin(), out.end());
        }
    }
    return all;
}

std::vector<std::vector<uint32_t>> set_by_pc(const simt::Program& program) {
    std::vector<std::vector<uint32_t>> all(program.instructions().size());
    const auto& functions = program.module().functions;
    for (uint32_t f = 0; f < functions.size(); ++f) {
        const uint32_t first = program.first_pc(f);
        if (first == ~0u || !functions[f].is_entry) continue;
        for (uint32_t k = 0; k < functions[f].body.size(); ++k) {
            const ptx::Instruction& in = functions[f].body[k];
            for (size_t to = 0; to < ptx::destinations(functions[f], in); ++to)
                add_registers(in.operands[to], all[first + k]);
            for (const ptx::CallOperands& call : in.call)
                for (const ptx::Operand& operand : call.results) add_registers(operand, all[first + k]);
        }
    }
    return all;
}

} // namespace

Recorder::Recorder(std::shared_ptr<const SteppedProgram> stepped, const RecordRequest& request,
                   const LaunchConfig& config, bool whole_launch)
    : stepped_(std::move(stepped))
    , request_(request)
    , registers_of_(registers_by_pc(*stepped_->program))
    , sets_(set_by_pc(*stepped_->program)) {
    out_.whole_launch = whole_launch;
    out_.config = config;
    now_.frames.resize(config.warps_per_block());
    out_.activity.resize(config.warps_per_block());
    last_record_.resize(config.warps_per_block());
}

void Recorder::on_instruction(const simt::InstructionEvent& event) {
    complete();
    if (out_.cut_off) return;
    const simt::WarpContext& warp = *event.warp;
    const simt::WarpView view(warp);
    const uint32_t depth = view.call_depth();
    if (event.begins_step || out_.steps.empty() || out_.steps.back().warp != warp.warp) begin_step(event, depth);
    const uint64_t used = out_.records.size() * sizeof(Record) + out_.log.size() + out_.steps.size() * sizeof(Step) +
                          activities_ * sizeof(Activity);
    const bool long_enough = request_.max_records != 0 && out_.records.size() >= request_.max_records;
    if ((long_enough || used + kept_bytes_ > request_.memory_limit) && event.begins_step) {
        out_.steps.pop_back();
        out_.cut_off = true;
        out_.is_beginning = long_enough;
        stop_ = true;
        return;
    }
    if (out_.records.size() % every_ == 0) keep_state();
    if (request_.records_made != nullptr) request_.records_made->store(out_.records.size(), std::memory_order_relaxed);
    if (request_.cancel != nullptr && request_.cancel->load(std::memory_order_relaxed)) stop_ = true;
    out_.records.push_back(
        {out_.log.size(), event.pc, event.active, static_cast<uint16_t>(warp.warp), static_cast<uint16_t>(depth)});
    note_activity(event);
    pending_ = true;
    warp_ = event.warp;
    function_ = view.function();
    compare_stack(warp);
    // A waiting split's registers may have changed without events.
    if (view.is_split() && event.begins_step)
        for (uint32_t k = 0; k + 1 < stepped_->layouts[function_].registers.size(); ++k)
            compare_register(warp, k, event.active);
}

void Recorder::note_activity(const simt::InstructionEvent& event) {
    const uint32_t warp = event.warp->warp;
    const uint64_t record = out_.records.size() - 1;
    std::vector<Activity>& own = out_.activity[warp];
    if (own.empty() || own.back().active != event.active) {
        own.push_back({record, own.empty() ? record : last_record_[warp], event.active});
        ++activities_;
    }
    last_record_[warp] = record;
}

void Recorder::begin_step(const simt::InstructionEvent& event, uint32_t depth) {
    const simt::WarpContext& warp = *event.warp;
    if (warp.barrier_interval > interval_) {
        interval_ = warp.barrier_interval;
        out_.marks.push_back({MarkKind::barrier, static_cast<uint32_t>(out_.steps.size()), 0});
    }
    out_.steps.push_back({out_.records.size(), event.pc, event.active, warp.barrier_interval,
                          static_cast<uint16_t>(warp.warp), static_cast<uint16_t>(depth)});
}

void Recorder::end_before_this_step() {
    const uint64_t first = out_.steps.back().first_record;
    out_.steps.pop_back();
    out_.log.shorten(out_.records[first].changes);
    out_.records.resize(first);
    const auto is_after = [&](const auto& one) { return one.record >= first; };
    std::erase_if(out_.marks, [&](const Mark& mark) { return mark.step >= out_.steps.size(); });
    std::erase_if(out_.splits, is_after);
    for (auto& [place, sets] : out_.first_sets) std::erase_if(sets, is_after);
    for (std::vector<Activity>& own : out_.activity) std::erase_if(own, is_after);
    std::erase_if(out_.kept, [&](const State& state) { return state.records > first; });
    pending_ = false;
    stop_ = out_.cut_off = out_.is_beginning = true;
}

void Recorder::on_memory(const simt::MemoryEvent& event) {
    if (!pending_ || event.warp != warp_ || event.mask == 0) return;
    if (event.space != ptx::Space::global && event.space != ptx::Space::shared && event.space != ptx::Space::local)
        return;
    if (others_ && others_->may_show_in(event)) {
        end_before_this_step();
        return;
    }
    if (accesses_.size() == access_count_) accesses_.emplace_back();
    Change& change = accesses_[access_count_++];
    change.kind = event.kind == simt::AccessKind::load    ? ChangeKind::load
                  : event.kind == simt::AccessKind::store ? ChangeKind::store
                                                          : ChangeKind::atomic;
    change.lanes = event.mask;
    change.space = event.space;
    change.bytes = event.bytes;
    change.differences = nullptr;
    each_lane(event.mask, [&](uint32_t lane) { change.address[lane] = event.address[lane]; });
    remember_initial(*event.warp, change);
    if (change.kind == ChangeKind::atomic && (out_.marks.empty() || out_.marks.back().kind != MarkKind::atomic ||
                                              out_.marks.back().step + 1 != out_.steps.size()))
        out_.marks.push_back({MarkKind::atomic, static_cast<uint32_t>(out_.steps.size()) - 1, 0});
    if (event.space == ptx::Space::shared && has_conflict(event)) {
        const auto step = static_cast<uint32_t>(out_.steps.size()) - 1;
        if (last_conflict_ != step) out_.marks.push_back({MarkKind::conflict, step, 0});
        last_conflict_ = step;
    }
    if (out_.whole_launch && event.space == ptx::Space::global) {
        Change seen = change; // contents before the access
        compare_memory(*event.warp, seen, ChangeKind::from_outside);
    }
}

void Recorder::on_branch(const simt::BranchEvent& event) {
    if (!pending_ || event.warp != warp_ || !event.divergent()) return;
    out_.splits.push_back(
        {out_.records.size() - 1, event.pc, static_cast<uint16_t>(event.warp->warp), event.active, event.taken});
    out_.marks.push_back({MarkKind::split, static_cast<uint32_t>(out_.steps.size()) - 1, 0});
}

void Recorder::on_finding(const simt::Finding& finding) {
    if (out_.steps.empty() || out_.cut_off) return;
    out_.marks.push_back(
        {MarkKind::finding, static_cast<uint32_t>(out_.steps.size()) - 1, static_cast<uint32_t>(out_.findings.size())});
    out_.findings.push_back(finding);
}

void Recorder::complete() {
    if (!pending_) return;
    const Record& record = out_.records.back();
    pending_ = false;
    const uint32_t accesses = std::exchange(access_count_, 0);
    if (warp_->warp != record.warp) return; // another warp now uses this storage
    // After a call or return, another function's frame is current.
    if (simt::WarpView(*warp_).function() == function_ && simt::WarpView(*warp_).call_depth() == record.depth) {
        for (const uint32_t index : registers_of_[record.pc]) compare_register(*warp_, index, record.active);
        if (record.depth == 0) note_set(record);
    }
    for (uint32_t k = 0; k < accesses; ++k) {
        if (accesses_[k].kind == ChangeKind::load)
            add(accesses_[k]);
        else
            compare_memory(*warp_, accesses_[k], accesses_[k].kind);
    }
    now_.records = out_.records.size();
}

void Recorder::compare_register(const simt::WarpContext& warp, uint32_t index, simt::LaneMask lanes) {
    const FrameLayout& layout = stepped_->layouts[function_];
    const FrameLayout::Slot& slot = layout.registers[index];
    const Record& record = out_.records.back();
    const std::byte* const before =
        now_.frame(warp.warp, record.depth, function_, layout).registers.data() + slot.offset;
    const std::byte* const after = simt::WarpView(warp).register_lanes(index).lanes;
    if (std::memcmp(before, after, slot.bytes == 0 ? sizeof(simt::LaneMask) : uint64_t{slot.bytes} * warp_size) == 0)
        return;
    Change change;
    change.kind = ChangeKind::register_;
    change.register_index = index;
    each_lane(lanes, [&](uint32_t lane) {
        change.difference[lane] = lane_value(before, slot.bytes, lane) ^ lane_value(after, slot.bytes, lane);
        if (change.difference[lane] != 0) change.lanes |= simt::LaneMask{1} << lane;
    });
    if (change.lanes != 0) add(change);
}

void Recorder::note_set(const Record& record) {
    const size_t registers = stepped_->layouts[function_].registers.size();
    set_so_far_.resize(std::max(set_so_far_.size(), (record.warp + size_t{1}) * registers));
    for (const uint32_t index : sets_[record.pc]) {
        simt::LaneMask& known = set_so_far_[record.warp * registers + index];
        const simt::LaneMask fresh = record.active & ~known;
        if (fresh == 0) continue;
        known |= fresh;
        out_.first_sets[{record.warp, index}].push_back({out_.records.size() - 1, fresh});
    }
}

void Recorder::compare_stack(const simt::WarpContext& warp) {
    const FrameLayout& layout = stepped_->layouts[function_];
    const uint64_t begin = simt::WarpView(warp).stack_begin();
    const Record& record = out_.records.back();
    const std::byte* const before = now_.frame(warp.warp, record.depth, function_, layout).registers.data() +
                                    layout.registers[layout.stack_begin()].offset;
    const uint64_t difference = lane_value(before, 8, 0) ^ begin;
    if (difference == 0) return;
    Change change;
    change.kind = ChangeKind::register_;
    change.register_index = layout.stack_begin();
    change.lanes = ~simt::LaneMask{0};
    change.difference.fill(difference);
    add(change);
}

void Recorder::add(const Change& change) {
    const Record& record = out_.records.back();
    out_.log.add(change);
    apply(change, record.warp, record.depth, function_, stepped_->layouts[function_], true, now_);
}

void Recorder::keep_state() {
    now_.records = out_.records.size();
    if (!out_.kept.empty() && kept_bytes_ + now_.bytes() > max_state_bytes) {
        std::vector<State> rest;
        kept_bytes_ = 0;
        every_ *= 2;
        for (State& state : out_.kept)
            if (state.records % every_ == 0) {
                kept_bytes_ += state.bytes();
                rest.push_back(std::move(state));
            }
        out_.kept = std::move(rest);
        if (now_.records % every_ != 0) return;
    }
    kept_bytes_ += now_.bytes();
    out_.kept.push_back(now_);
}

Recording::Contents Recorder::take() {
    // Adds the end entry, but does not call complete(), because a stopped launch's last instruction is incomplete.
    out_.records.push_back({out_.log.size(), 0, 0, 0, 0});
    out_.stepped = stepped_;
    out_.launch = request_.launch;
    out_.block = request_.block;
    return std::move(out_);
}

} // namespace warpscope::replay
