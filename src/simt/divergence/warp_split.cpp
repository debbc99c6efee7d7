#include "simt/divergence/warp_split.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "simt/divergence/branch.hpp"
#include "simt/divergence/cluster.hpp"
#include "simt/divergence/warp_collective.hpp"

namespace warpscope::simt {
namespace {

using State = WarpSplit::State;

void keep_lanes(std::vector<Path>& paths, std::vector<CallFrame>& calls, LaneMask lanes) {
    for (Path& path : paths) path.mask &= lanes;
    for (CallFrame& call : calls) call.mask &= lanes;
}

WarpSplit suspend_split(Warp& warp, const Inst* pc, State state) {
    WarpSplit warp_split;
    warp_split.lanes = lanes_here(warp);
    warp_split.exec = warp.exec;
    warp_split.active = warp.active;
    warp_split.pc = pc;
    warp_split.meet = warp.meet;
    warp_split.paths = std::move(warp.paths);
    warp_split.calls = std::move(warp.calls);
    warp_split.frames = warp.frames;
    warp_split.function = warp.function;
    warp_split.code = warp.code;
    warp_split.frame = warp.frame;
    warp_split.local_begin = warp.local_begin;
    warp_split.local_end = warp.local_end;
    std::copy(std::begin(warp.shapes), std::end(warp.shapes), std::begin(warp_split.shapes));
    warp_split.state = state;
    // A split that left its loop no longer spins.
    warp_split.waiting = state == State::ready ? warp.waiting : Waiting::no;
    warp_split.path_before = warp.path_before;
    warp_split.same_path = warp.same_path;
    warp_split.state_in_loop = warp.state_in_loop;
    warp_split.cluster_phase = warp.block->cluster_phase;
    warp_split.gives_up = warp.gives_up;
    warp_split.exchange = std::move(warp.exchange);
    return warp_split;
}

void resume_split(Warp& warp, WarpSplit warp_split) {
    set_active(warp, warp_split.active);
    warp.exec = warp_split.exec;
    warp.pc = warp_split.pc;
    warp.meet = warp_split.meet;
    warp.paths = std::move(warp_split.paths);
    warp.calls = std::move(warp_split.calls);
    warp.frames = std::move(warp_split.frames);
    warp.function = warp_split.function;
    warp.code = warp_split.code;
    warp.frame = warp_split.frame;
    warp.local_begin = warp_split.local_begin;
    warp.local_end = warp_split.local_end;
    std::copy(std::begin(warp_split.shapes), std::end(warp_split.shapes), std::begin(warp.shapes));
    warp.waiting = warp_split.waiting;
    warp.path_before = warp_split.path_before;
    warp.same_path = warp_split.same_path;
    warp.state_in_loop = warp_split.state_in_loop;
    warp.gives_up = warp_split.gives_up;
    warp.exchange = std::move(warp_split.exchange);
}

bool comes_to(const WarpSplit& warp_split, uint32_t join) {
    return std::ranges::any_of(warp_split.paths, [&](const Path& path) { return path.join == join && path.mask != 0; });
}

bool waits_at(const WarpSplit& warp_split, uint32_t join) {
    return warp_split.state == State::at_join && warp_split.paths.back().join == join;
}

bool awaits_phase(const Warp& warp, const WarpSplit& warp_split) {
    return warp_split.state == State::at_cluster && warp_split.cluster_phase == warp.block->cluster_phase;
}

/// Returns whether the split spins, joins an operation with a split that spins, or waits for the cluster.
bool may_wait_for_others(const Warp& warp, const WarpSplit& warp_split) {
    if (warp_split.waiting != Waiting::no || awaits_phase(warp, warp_split)) return true;
    if (warp_split.state != State::at_sync) return false;
    const LaneMask named = named_lanes(warp_split);
    return std::ranges::any_of(warp.others, [&](const WarpSplit& other) {
        return (other.lanes & named) != 0 && (other.waiting != Waiting::no || awaits_phase(warp, other));
    });
}

/// Returns whether all other splits that can still reach `join` only wait. Ignores `self`, a split at `join` or null.
bool is_open(const Warp& warp, uint32_t join, const WarpSplit* self) {
    return std::ranges::none_of(warp.others, [&](const WarpSplit& other) {
        return &other != self && comes_to(other, join) && !waits_at(other, join) && !may_wait_for_others(warp, other);
    });
}

uint32_t barrier_number(const Inst* barrier, std::byte* frame, LaneMask lanes) {
    return slot<uint32_t>(frame, barrier->a)[std::countr_zero(lanes)];
}

/// Returns whether the split waits at the barrier `inst`, or at another one with the same operation and number if both
/// lack .aligned.
bool waits_at_barrier(const WarpSplit& warp_split, const Inst* inst, std::byte* frame, LaneMask lanes) {
    if (warp_split.state != State::before_barrier) return false;
    if (warp_split.pc == inst) return true;
    return inst->d == 0 && warp_split.pc->d == 0 && warp_split.pc->handler == inst->handler &&
           barrier_number(warp_split.pc, warp_split.frame, warp_split.exec) == barrier_number(inst, frame, lanes);
}

bool can_run(const Warp& warp, const WarpSplit& warp_split) {
    switch (warp_split.state) {
    case State::ready:
    case State::arrived: return true;
    case State::at_sync: return can_sync(warp, warp_split);
    case State::before_barrier:
        return std::ranges::all_of(warp.others, [&](const WarpSplit& other) {
            return waits_at_barrier(other, warp_split.pc, warp_split.frame, warp_split.exec);
        });
    case State::at_cluster: return !awaits_phase(warp, warp_split);
    case State::at_join: return is_open(warp, warp_split.paths.back().join, &warp_split);
    }
    return true;
}

bool is_about_to_exit(const WarpSplit& warp_split) {
    if (warp_split.state != State::at_join || !warp_split.calls.empty()) return false;
    return ends_thread(warp_split.paths.back().pc);
}

/// Returns the index of the split to release. Splits that would only exit come first and cause no finding.
size_t deadlocked(const std::vector<WarpSplit>& warp_splits) {
    const auto find = [&](auto&& is) { return std::ranges::find_if(warp_splits, is); };
    auto found = find(is_about_to_exit);
    if (found == warp_splits.end())
        found = find([](const WarpSplit& warp_split) { return warp_split.state == State::at_sync; });
    // Prefers an aligned barrier, which the missing lanes can no longer join.
    if (found == warp_splits.end())
        found = find([](const WarpSplit& warp_split) {
            return warp_split.state == State::before_barrier && warp_split.pc->d != 0;
        });
    for (const State state : {State::at_join, State::before_barrier})
        if (found == warp_splits.end())
            found = find([&](const WarpSplit& warp_split) { return warp_split.state == state; });
    return static_cast<size_t>(found - warp_splits.begin());
}

State resume_other_split(Warp& warp, size_t index) {
    const auto at = warp.others.begin() + static_cast<std::ptrdiff_t>(index);
    const State state = at->state;
    WarpSplit warp_split = std::move(*at);
    warp.others.erase(at);
    resume_split(warp, std::move(warp_split));
    return state;
}

const Inst* run_none(Warp& warp) {
    const auto waits = std::ranges::find(warp.others, State::at_cluster, &WarpSplit::state);
    if (waits == warp.others.end()) {
        const size_t index = deadlocked(warp.others);
        warp.others[index].gives_up = true;
        const bool at_join = resume_other_split(warp, index) == State::at_join;
        return continue_at(warp, at_join ? resume_path(warp) : warp.pc);
    }
    resume_other_split(warp, static_cast<size_t>(waits - warp.others.begin()));
    warp.barrier = cluster_barrier;
    warp.state = WarpState::at_barrier;
    return nullptr;
}

void number_paths(Warp& warp) {
    for (Path& path : warp.paths)
        if (path.join == 0) path.join = ++warp.joins;
}

} // namespace

const Inst* run_other_split(Warp& warp) {
    if (!warp.has_waited || warp.others.empty()) {
        warp.state = WarpState::done;
        return nullptr;
    }
    complete_cluster(*warp.block);
    const auto next =
        std::ranges::find_if(warp.others, [&](const WarpSplit& warp_split) { return can_run(warp, warp_split); });
    if (next == warp.others.end()) return run_none(warp);
    switch (resume_other_split(warp, static_cast<size_t>(next - warp.others.begin()))) {
    case State::at_join: return continue_at(warp, resume_path(warp));
    case State::arrived: {
        const Inst* const barrier = warp.pc;
        if (barrier->c != 0) leave_block(warp, barrier);
        return continue_at(warp, barrier + 1);
    }
    default: return continue_at(warp, warp.pc);
    }
}

LaneMask lanes_here(const Warp& warp) {
    LaneMask lanes = ~warp.exited;
    for (const WarpSplit& other : warp.others) lanes &= ~other.lanes;
    return lanes;
}

const Inst* defer_lanes(Warp& warp, const Inst* pc, State state) {
    const LaneMask lanes = warp.active, here = lanes_here(warp);
    warp.has_waited = true;
    if (lanes == here) {
        warp.others.push_back(suspend_split(warp, pc, state));
        return run_other_split(warp);
    }
    number_paths(warp);
    std::vector<Path> paths = warp.paths;
    std::vector<CallFrame> calls = warp.calls;
    WarpSplit warp_split = suspend_split(warp, pc, state);
    warp_split.lanes = lanes;
    keep_lanes(warp_split.paths, warp_split.calls, lanes);
    keep_lanes(paths, calls, ~lanes);
    warp.others.push_back(std::move(warp_split));
    warp.paths = std::move(paths);
    warp.calls = std::move(calls);
    warp.waiting = Waiting::no;
    warp.same_path = 0;
    warp.gives_up = false;
    set_active(warp, 0);
    return continue_at(warp, resume_path(warp));
}

bool pass_join(Warp& warp, const Inst*& next) {
    const Path& path = warp.paths.back();
    const uint32_t join = path.join;
    if (join == 0 || path.mask == 0 || warp.others.empty()) return true;
    if (!std::exchange(warp.gives_up, false) && !is_open(warp, join, nullptr)) {
        warp.others.push_back(suspend_split(warp, nullptr, State::at_join));
        next = run_other_split(warp);
        return false;
    }
    for (size_t k = warp.others.size(); k-- > 0;)
        if (waits_at(warp.others[k], join)) merge_split(warp, k);
    return true;
}

bool pass_barrier(Warp& warp, const Inst* inst, const Inst*& next) {
    const bool others_may_come = (warp.active | warp.exited) != all_lanes;
    if ((!warp.has_waited || warp.others.empty()) && !others_may_come) return true;
    if (std::exchange(warp.gives_up, false)) return true;
    const bool all = std::ranges::all_of(
        warp.others, [&](const WarpSplit& other) { return waits_at_barrier(other, inst, warp.frame, warp.exec); });
    if (!all || warp.active != lanes_here(warp)) {
        next = defer_lanes(warp, inst, State::before_barrier);
        return false;
    }
    for (size_t k = warp.others.size(); k-- > 0;)
        if (at_same_place(warp, inst, warp.others[k]))
            merge_split(warp, k);
        else
            warp.others[k].state = State::arrived;
    return true;
}

bool at_same_place(const Warp& warp, const Inst* inst, const WarpSplit& warp_split) {
    const auto same_path = [](const Path& a, const Path& b) { return a.pc == b.pc && a.meet == b.meet; };
    const auto same_call = [](const CallFrame& a, const CallFrame& b) {
        return a.resume == b.resume && a.frame == b.frame && a.path_floor == b.path_floor;
    };
    return warp_split.pc == inst && warp_split.frame == warp.frame && warp_split.meet == warp.meet &&
           std::ranges::equal(warp_split.paths, warp.paths, same_path) &&
           std::ranges::equal(warp_split.calls, warp.calls, same_call);
}

void merge_split(Warp& warp, size_t index) {
    const WarpSplit& warp_split = warp.others[index];
    const LaneMask exec = warp.exec | warp_split.exec;
    set_active(warp, warp.active | warp_split.active);
    warp.exec = exec;
    // Cached shapes do not fit the added lanes, so the flag forces a check of each lane.
    std::ranges::fill(warp.shapes, AccessShape{.flags = AccessShape::misaligned});
    for (size_t k = 0; k < warp.paths.size(); ++k) warp.paths[k].mask |= warp_split.paths[k].mask;
    for (size_t k = 0; k < warp.calls.size(); ++k) {
        warp.calls[k].mask |= warp_split.calls[k].mask;
        warp.calls[k].local_end = std::max(warp.calls[k].local_end, warp_split.calls[k].local_end);
    }
    warp.local_end = std::max(warp.local_end, warp_split.local_end);
    warp.others.erase(warp.others.begin() + static_cast<std::ptrdiff_t>(index));
}

void yield_turn(Warp& warp) {
    const bool others_here = warp.active != lanes_here(warp);
    if (warp.others.empty() && !(others_here && warp.waiting != Waiting::no)) return;
    warp.turn = warp.slice = 1; // lets run_other_split() return the next instruction
    const Inst* next = nullptr;
    if (others_here && warp.waiting != Waiting::no) {
        next = defer_lanes(warp, warp.pc, State::ready);
    } else {
        warp.others.push_back(suspend_split(warp, warp.pc, State::ready));
        next = run_other_split(warp);
    }
    if (next != nullptr) warp.pc = next;
}

} // namespace warpscope::simt
