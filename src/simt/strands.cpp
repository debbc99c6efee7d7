#include "simt/strands.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "simt/cluster.hpp"
#include "simt/control.hpp"
#include "simt/together.hpp"

namespace warpscope::simt {
namespace {

using State = Strand::State;

void keep_lanes(std::vector<Path>& paths, std::vector<CallFrame>& calls, LaneMask lanes) {
    for (Path& path : paths) path.mask &= lanes;
    for (CallFrame& call : calls) call.mask &= lanes;
}

/// The present strand as it will go on at `pc`. What Warp holds of it is no longer needed.
Strand take_out(Warp& warp, const Inst* pc, State state) {
    Strand strand;
    strand.lanes = lanes_here(warp);
    strand.exec = warp.exec;
    strand.active = warp.active;
    strand.pc = pc;
    strand.meet = warp.meet;
    strand.paths = std::move(warp.paths);
    strand.calls = std::move(warp.calls);
    strand.frames = warp.frames;
    strand.function = warp.function;
    strand.code = warp.code;
    strand.frame = warp.frame;
    strand.local_begin = warp.local_begin;
    strand.local_end = warp.local_end;
    std::copy(std::begin(warp.shapes), std::end(warp.shapes), std::begin(strand.shapes));
    strand.state = state;
    // Of one that has run into something else, nothing that was found in its last loop holds any longer.
    strand.waiting = state == State::ready ? warp.waiting : Waiting::no;
    strand.path_before = warp.path_before;
    strand.same_path = warp.same_path;
    strand.state_in_loop = warp.state_in_loop;
    strand.cluster_phase = warp.block->cluster_phase;
    strand.gives_up = warp.gives_up;
    strand.exchange = std::move(warp.exchange);
    return strand;
}

void put_in(Warp& warp, Strand strand) {
    set_active(warp, strand.active);
    warp.exec = strand.exec;
    warp.pc = strand.pc;
    warp.meet = strand.meet;
    warp.paths = std::move(strand.paths);
    warp.calls = std::move(strand.calls);
    warp.frames = std::move(strand.frames);
    warp.function = strand.function;
    warp.code = strand.code;
    warp.frame = strand.frame;
    warp.local_begin = strand.local_begin;
    warp.local_end = strand.local_end;
    std::copy(std::begin(strand.shapes), std::end(strand.shapes), std::begin(warp.shapes));
    warp.waiting = strand.waiting;
    warp.path_before = strand.path_before;
    warp.same_path = strand.same_path;
    warp.state_in_loop = strand.state_in_loop;
    warp.gives_up = strand.gives_up;
    warp.exchange = std::move(strand.exchange);
}

/// Whether lanes of a strand are to come to the meeting point `join`, or wait there.
bool comes_to(const Strand& strand, uint32_t join) {
    return std::ranges::any_of(strand.paths, [&](const Path& path) { return path.join == join && path.mask != 0; });
}

bool waits_at(const Strand& strand, uint32_t join) {
    return strand.state == State::at_join && strand.paths.back().join == join;
}

bool awaits_phase(const Warp& warp, const Strand& strand) {
    return strand.state == State::at_cluster && strand.cluster_phase == warp.block->cluster_phase;
}

/// Whether a strand waits for what may be done behind a meeting point: it spins, or does an operation together with one
/// that spins, or waits for threads to arrive in the cluster.
bool may_wait_for_others(const Warp& warp, const Strand& strand) {
    if (strand.waiting != Waiting::no || awaits_phase(warp, strand)) return true;
    if (strand.state != State::at_sync) return false;
    const LaneMask named = named_lanes(strand);
    return std::ranges::any_of(warp.others, [&](const Strand& other) {
        return (other.lanes & named) != 0 && (other.waiting != Waiting::no || awaits_phase(warp, other));
    });
}

/// Whether strands that wait at `join` wait for nobody else. `self` is one of them, or null.
bool is_open(const Warp& warp, uint32_t join, const Strand* self) {
    return std::ranges::none_of(warp.others, [&](const Strand& other) {
        return &other != self && comes_to(other, join) && !waits_at(other, join) && !may_wait_for_others(warp, other);
    });
}

uint32_t barrier_number(const Inst* barrier, std::byte* frame, LaneMask lanes) {
    return slot<uint32_t>(frame, barrier->a)[std::countr_zero(lanes)];
}

/// Whether a strand waits at the barrier that lanes of its warp are at: at the same instruction, or at one like it that
/// lanes may execute by themselves (it has no .aligned).
bool waits_at_barrier(const Strand& strand, const Inst* inst, std::byte* frame, LaneMask lanes) {
    if (strand.state != State::before_barrier) return false;
    if (strand.pc == inst) return true;
    return inst->d == 0 && strand.pc->d == 0 && strand.pc->handler == inst->handler &&
           barrier_number(strand.pc, strand.frame, strand.exec) == barrier_number(inst, frame, lanes);
}

bool can_run(const Warp& warp, const Strand& strand) {
    switch (strand.state) {
    case State::ready:
    case State::arrived: return true;
    case State::at_sync: return can_sync(warp, strand);
    case State::before_barrier:
        return std::ranges::all_of(warp.others, [&](const Strand& other) {
            return waits_at_barrier(other, strand.pc, strand.frame, strand.exec);
        });
    case State::at_cluster: return !awaits_phase(warp, strand);
    case State::at_join: return is_open(warp, strand.paths.back().join, &strand);
    }
    return true;
}

/// Whether all that the lanes of a strand will do behind a meeting point is to end.
bool is_about_to_exit(const Strand& strand) {
    if (strand.state != State::at_join || !strand.calls.empty()) return false;
    return ends_thread(strand.paths.back().pc);
}

/// Of strands that all wait, the one that waits in vain. Lanes that would only end there are no reason for a finding:
/// whoever waits for them is then served.
size_t in_vain(const std::vector<Strand>& strands) {
    const auto find = [&](auto&& is) { return std::ranges::find_if(strands, is); };
    auto found = find(is_about_to_exit);
    if (found == strands.end()) found = find([](const Strand& strand) { return strand.state == State::at_sync; });
    // A barrier without .aligned waits for lanes wherever they are: they need not stop where paths meet.
    if (found == strands.end())
        found = find([](const Strand& strand) { return strand.state == State::before_barrier && strand.pc->d != 0; });
    for (const State state : {State::at_join, State::before_barrier})
        if (found == strands.end()) found = find([&](const Strand& strand) { return strand.state == state; });
    return static_cast<size_t>(found - strands.begin());
}

/// Strand number `index` of Warp::others is the present one.
State bring_in(Warp& warp, size_t index) {
    const auto at = warp.others.begin() + static_cast<std::ptrdiff_t>(index);
    const State state = at->state;
    Strand strand = std::move(*at);
    warp.others.erase(at);
    put_in(warp, std::move(strand));
    return state;
}

/// Of strands none of which can run: waits for other warps to arrive in the cluster, if one does. Else one goes on that
/// waits in vain.
const Inst* run_none(Warp& warp) {
    const auto waits = std::ranges::find(warp.others, State::at_cluster, &Strand::state);
    if (waits == warp.others.end()) {
        const size_t index = in_vain(warp.others);
        warp.others[index].gives_up = true;
        const bool at_join = bring_in(warp, index) == State::at_join;
        return go_on(warp, at_join ? resume_path(warp) : warp.pc);
    }
    bring_in(warp, static_cast<size_t>(waits - warp.others.begin()));
    warp.barrier = cluster_barrier;
    warp.state = WarpState::at_barrier;
    return nullptr;
}

/// Gives the waiting paths their numbers, by which the copies about to be made will know each other.
void number_paths(Warp& warp) {
    for (Path& path : warp.paths)
        if (path.join == 0) path.join = ++warp.joins;
}

} // namespace

const Inst* run_another(Warp& warp) {
    if (!warp.has_waited || warp.others.empty()) {
        warp.state = WarpState::done;
        return nullptr;
    }
    complete_cluster(*warp.block); // lanes that have ended are not waited for
    const auto next = std::ranges::find_if(warp.others, [&](const Strand& strand) { return can_run(warp, strand); });
    if (next == warp.others.end()) return run_none(warp);
    switch (bring_in(warp, static_cast<size_t>(next - warp.others.begin()))) {
    case State::at_join: return go_on(warp, resume_path(warp));
    case State::arrived: {
        const Inst* const barrier = warp.pc;
        if (barrier->c != 0) leave_block(warp, barrier);
        return go_on(warp, barrier + 1);
    }
    default: return go_on(warp, warp.pc);
    }
}

LaneMask lanes_here(const Warp& warp) {
    LaneMask lanes = ~warp.exited;
    for (const Strand& other : warp.others) lanes &= ~other.lanes;
    return lanes;
}

const Inst* set_apart(Warp& warp, const Inst* pc, State state) {
    const LaneMask lanes = warp.active, here = lanes_here(warp);
    warp.has_waited = true;
    if (lanes == here) {
        warp.others.push_back(take_out(warp, pc, state));
        return run_another(warp);
    }
    number_paths(warp);
    std::vector<Path> paths = warp.paths;
    std::vector<CallFrame> calls = warp.calls;
    Strand strand = take_out(warp, pc, state);
    strand.lanes = lanes;
    keep_lanes(strand.paths, strand.calls, lanes);
    keep_lanes(paths, calls, ~lanes);
    warp.others.push_back(std::move(strand));
    warp.paths = std::move(paths);
    warp.calls = std::move(calls);
    warp.waiting = Waiting::no;
    warp.same_path = 0;
    warp.gives_up = false;
    set_active(warp, 0);
    return go_on(warp, resume_path(warp));
}

bool pass_join(Warp& warp, const Inst*& next) {
    const Path& path = warp.paths.back();
    const uint32_t join = path.join;
    if (join == 0 || path.mask == 0 || warp.others.empty()) return true;
    if (!std::exchange(warp.gives_up, false) && !is_open(warp, join, nullptr)) {
        warp.others.push_back(take_out(warp, nullptr, State::at_join));
        next = run_another(warp);
        return false;
    }
    for (size_t k = warp.others.size(); k-- > 0;)
        if (waits_at(warp.others[k], join)) take_in(warp, k);
    return true;
}

bool pass_barrier(Warp& warp, const Inst* inst, const Inst*& next) {
    const bool others_may_come = (warp.active | warp.exited) != all_lanes;
    if ((!warp.has_waited || warp.others.empty()) && !others_may_come) return true;
    if (std::exchange(warp.gives_up, false)) return true;
    const bool all = std::ranges::all_of(
        warp.others, [&](const Strand& other) { return waits_at_barrier(other, inst, warp.frame, warp.exec); });
    if (!all || warp.active != lanes_here(warp)) {
        next = set_apart(warp, inst, State::before_barrier);
        return false;
    }
    // Strands that have called the function with the barrier one after the other have frames of their own in it.
    for (size_t k = warp.others.size(); k-- > 0;)
        if (at_same_place(warp, inst, warp.others[k]))
            take_in(warp, k);
        else // in a call of its own, say
            warp.others[k].state = State::arrived;
    return true;
}

bool at_same_place(const Warp& warp, const Inst* inst, const Strand& strand) {
    const auto same_path = [](const Path& a, const Path& b) { return a.pc == b.pc && a.meet == b.meet; };
    const auto same_call = [](const CallFrame& a, const CallFrame& b) {
        return a.resume == b.resume && a.frame == b.frame && a.path_floor == b.path_floor;
    };
    return strand.pc == inst && strand.frame == warp.frame && strand.meet == warp.meet &&
           std::ranges::equal(strand.paths, warp.paths, same_path) &&
           std::ranges::equal(strand.calls, warp.calls, same_call);
}

void take_in(Warp& warp, size_t index) {
    const Strand& strand = warp.others[index];
    const LaneMask exec = warp.exec | strand.exec;
    set_active(warp, warp.active | strand.active);
    warp.exec = exec;
    // What is known of addresses holds for some of the lanes only: further accesses relative to them look at every
    // lane.
    std::ranges::fill(warp.shapes, AccessShape{.flags = AccessShape::misaligned});
    for (size_t k = 0; k < warp.paths.size(); ++k) warp.paths[k].mask |= strand.paths[k].mask;
    for (size_t k = 0; k < warp.calls.size(); ++k) {
        warp.calls[k].mask |= strand.calls[k].mask;
        warp.calls[k].local_end = std::max(warp.calls[k].local_end, strand.calls[k].local_end);
    }
    warp.local_end = std::max(warp.local_end, strand.local_end);
    warp.others.erase(warp.others.begin() + static_cast<std::ptrdiff_t>(index));
}

void hand_over(Warp& warp) {
    const bool others_here = warp.active != lanes_here(warp);
    if (warp.others.empty() && !(others_here && warp.waiting != Waiting::no)) return;
    warp.turn = warp.slice = 1; // so that run_another() tells where to go on
    const Inst* next = nullptr;
    if (others_here && warp.waiting != Waiting::no) {
        next = set_apart(warp, warp.pc, State::ready);
    } else {
        warp.others.push_back(take_out(warp, warp.pc, State::ready));
        next = run_another(warp);
    }
    if (next != nullptr) warp.pc = next;
}

} // namespace warpscope::simt
