#include "simt/divergence/branch.hpp"

#include <bit>

#include "simt/code/fused.hpp"
#include "simt/divergence/call.hpp"
#include "simt/divergence/step_hook.hpp"
#include "simt/divergence/warp_split.hpp"
#include "simt/memory/cooperative_workspace.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

LaneMask read(std::byte* frame, uint32_t offset) { return *slot<LaneMask>(frame, offset); }

const Inst* at(const Inst* i, uint32_t distance) { return i + static_cast<int32_t>(distance); }

enum class Guard : uint8_t { always, positive, negative };
template<Guard guard>
LaneMask guarded(const Warp& warp, const Inst* i, std::byte* frame) {
    if constexpr (guard == Guard::always) return warp.active;
    const LaneMask p = read(frame, i->a);
    return warp.active & (guard == Guard::positive ? p : ~p);
}

void meet_at(Warp& warp, const Inst* meet) {
    if (meet != nullptr && meet != warp.meet) {
        warp.paths.push_back({meet, warp.meet, warp.active});
        warp.meet = meet;
    }
}

void count_divergence(Warp& warp, const Inst* branch) {
    warp.counters[branch->aux].divergent += 1;
    warp.divergent_branches += 1;
}

/// Lanes that fall through run first.
const Inst* split(Warp& warp, const Inst* fall_through, const Inst* target, const Inst* meet, LaneMask taken) {
    const LaneMask active = warp.active;
    meet_at(warp, meet);
    if (fall_through == warp.meet) {
        set_active(warp, taken);
        return target;
    }
    if (target != warp.meet) warp.paths.push_back({target, warp.meet, taken});
    set_active(warp, active & ~taken);
    return fall_through;
}

const Inst* fall_through(Warp& warp, const Inst* i, std::byte*) {
    leave_block(warp, i);
    return continue_at(warp, i + 1);
}

const Inst* pass(Warp& warp, const Inst* i, std::byte*) { return continue_at(warp, i + 1); }

const Inst* jump(Warp& warp, const Inst* i, std::byte*) {
    leave_block(warp, i);
    return continue_at(warp, at(i, i->b));
}

template<bool negated>
const Inst* branch(Warp& warp, const Inst* i, std::byte* frame) {
    leave_block(warp, i);
    const LaneMask p = read(frame, i->a);
    const LaneMask taken = warp.active & (negated ? ~p : p);
    if ((warp.hooks & wants_branches) != 0) emit_branch(warp, i, taken);
    const Inst* next = i + 1;
    if (taken == warp.active) {
        next = at(i, i->b);
    } else if (taken != 0) {
        count_divergence(warp, i);
        next = split(warp, i + 1, at(i, i->b), i->d == 0 ? nullptr : at(i, i->d), taken);
    }
    return continue_at(warp, next);
}

template<bool negated>
const Inst* or_branch(Warp& warp, const Inst* i, std::byte* frame) {
    LaneMask& p = *slot<LaneMask>(frame, i->d);
    p = (p & ~warp.exec) | ((read(frame, i->a) | read(frame, i->b)) & warp.exec);
    return branch<negated>(warp, i + 1, frame);
}

const Inst* table(Warp& warp, const Inst* i, std::byte* frame) {
    leave_block(warp, i);
    const std::vector<uint32_t>& targets = warp.worker->launch->code->tables[i->b];
    const uint32_t* const index = slot<uint32_t>(frame, i->a);
    const LaneMask before = warp.active;
    for (LaneMask lanes = before; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        if (index[lane] < targets.size()) continue;
        record_plain_finding(warp, i, lane, FindingKind::out_of_bounds, msg("index beyond the end of a branch table"));
        end_lanes(warp, LaneMask{1} << lane);
    }
    if (warp.active == 0) return resume_path(warp);
    const Inst* const code = warp.code;
    const Inst* const first = code + targets[index[std::countr_zero(warp.active)]];
    LaneMask others = 0;
    for (LaneMask lanes = warp.active; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        if (code + targets[index[lane]] != first) others |= LaneMask{1} << lane;
    }
    if ((warp.hooks & wants_branches) != 0) emit_branch(warp, i, others);
    if (others == 0) return continue_at(warp, first);
    count_divergence(warp, i);
    const LaneMask together = warp.active & ~others;
    meet_at(warp, i->d == 0 ? nullptr : at(i, i->d));
    while (others != 0) {
        const Inst* const target = code + targets[index[std::countr_zero(others)]];
        LaneMask group = 0;
        for (LaneMask lanes = others; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
            if (code + targets[index[lane]] == target) group |= LaneMask{1} << lane;
        }
        if (target != warp.meet) warp.paths.push_back({target, warp.meet, group});
        others &= ~group;
    }
    set_active(warp, together);
    return continue_at(warp, first);
}

template<Guard guard>
const Inst* exit_lanes(Warp& warp, const Inst* i, std::byte* frame) {
    leave_block(warp, i);
    end_lanes(warp, guarded<guard>(warp, i, frame));
    return warp.active == 0 ? resume_path(warp) : continue_at(warp, i + 1);
}

template<Guard guard>
const Inst* return_lanes(Warp& warp, const Inst* i, std::byte* frame) {
    leave_block(warp, i);
    const LaneMask lanes = guarded<guard>(warp, i, frame);
    if (warp.calls.empty()) {
        end_lanes(warp, lanes);
    } else {
        for (size_t k = warp.calls.back().path_floor; k < warp.paths.size(); ++k) warp.paths[k].mask &= ~lanes;
        set_active(warp, warp.active & ~lanes);
    }
    return warp.active == 0 ? resume_path(warp) : continue_at(warp, i + 1);
}

template<Guard guard>
const Inst* trap_lanes(Warp& warp, const Inst* i, std::byte* frame) {
    leave_block(warp, i);
    const LaneMask lanes = guarded<guard>(warp, i, frame);
    if (lanes == 0) return continue_at(warp, i + 1);
    record_plain_finding(warp, i, static_cast<uint32_t>(std::countr_zero(lanes)), FindingKind::explicit_trap,
                         trap_hint(warp, i->pc));
    end_lanes(warp, lanes);
    return warp.active == 0 ? resume_path(warp) : continue_at(warp, i + 1);
}

template<Guard guard>
const Inst* call_lanes(Warp& warp, const Inst* i, std::byte* frame) {
    leave_block(warp, i);
    const LaneMask lanes = guarded<guard>(warp, i, frame);
    if (lanes == 0) return continue_at(warp, i + 1);
    if (lanes != warp.active) {
        meet_at(warp, i + 1);
        set_active(warp, lanes);
    }
    const CallSite& site = warp.worker->launch->code->calls[i->b];
    if (!site.extern_name.empty()) return call_extern(warp, i, site, i + 1);
    uint32_t callee = site.callee;
    if (callee == ~0u) {
        // Calls the first lane's target. Lanes with different targets call later.
        const uint64_t* const pointer = slot<uint64_t>(frame, site.pointer);
        const uint64_t target = pointer[std::countr_zero(warp.active)];
        LaneMask same = 0;
        for (LaneMask m = warp.active; m != 0; m &= m - 1) {
            const auto lane = static_cast<uint32_t>(std::countr_zero(m));
            if (pointer[lane] == target) same |= LaneMask{1} << lane;
        }
        if (same != warp.active) {
            const LaneMask others = warp.active & ~same;
            meet_at(warp, i + 1);
            warp.paths.push_back({i, warp.meet, others});
            set_active(warp, same);
        }
        callee = function_at(warp, target);
        if (callee == ~0u) {
            record_plain_finding(warp, i, static_cast<uint32_t>(std::countr_zero(same)), FindingKind::wrong_space,
                                 msg("call through a pointer that points to no function"));
            end_lanes(warp, same);
            return resume_path(warp);
        }
    }
    return enter_function(warp, i, site, callee);
}

#define WARPSCOPE_GUARDED(handler, predicated, negated)                                                                \
    (!(predicated) ? handler<Guard::always> : !(negated) ? handler<Guard::positive> : handler<Guard::negative>)

} // namespace

Handler control_fall_through() { return fall_through; }
Handler control_pass() { return pass; }
Handler control_jump() { return jump; }
Handler control_branch(bool negated) { return negated ? branch<true> : branch<false>; }
Handler control_or_branch(bool negated) { return negated ? or_branch<true> : or_branch<false>; }
Handler control_table() { return table; }
Handler control_exit(bool predicated, bool negated) { return WARPSCOPE_GUARDED(exit_lanes, predicated, negated); }
bool ends_thread(const Inst* inst) {
    if (inst->handler == before_instruction()) ++inst;
    return inst->handler == control_exit(false, false) || inst->handler == control_return(false, false);
}
Handler control_return(bool predicated, bool negated) { return WARPSCOPE_GUARDED(return_lanes, predicated, negated); }
Handler control_trap(bool predicated, bool negated) { return WARPSCOPE_GUARDED(trap_lanes, predicated, negated); }
Handler control_call(bool predicated, bool negated) { return WARPSCOPE_GUARDED(call_lanes, predicated, negated); }

void set_active(Warp& warp, LaneMask lanes) {
    warp.active = lanes;
    warp.exec = lanes;
    warp.active_lanes = static_cast<uint32_t>(std::popcount(lanes));
}

void leave_block(Warp& warp, const Inst* inst) {
    BlockCounter& counter = warp.counters[inst->aux];
    counter.executions += 1;
    counter.lanes += warp.active_lanes;
    warp.lane_instructions += uint64_t{warp.active_lanes} * inst->c;
    warp.slice -= inst->c;
    if ((warp.hooks & wants_steps) != 0) emit_step(warp, inst->aux);
}

const Inst* continue_at(Warp& warp, const Inst* next) {
    if (next == warp.meet && next != nullptr) next = resume_path(warp);
    if (warp.slice > 0 || next == nullptr) [[likely]]
        return next;
    warp.pc = next;
    return nullptr;
}

const Inst* resume_path(Warp& warp) {
    for (;;) {
        const size_t floor = warp.calls.empty() ? 0 : warp.calls.back().path_floor;
        if (warp.paths.size() == floor) {
            if (warp.calls.empty()) return run_other_split(warp);
            const Inst* const resume = leave_function(warp);
            if (warp.active != 0 && resume != warp.meet) return resume;
            continue;
        }
        if (const Inst* next = nullptr; !pass_join(warp, next)) return next;
        const Path path = warp.paths.back();
        warp.paths.pop_back();
        warp.meet = path.meet;
        set_active(warp, path.mask);
        if (path.mask != 0 && path.pc != path.meet) return path.pc;
    }
}

void end_lanes(Warp& warp, LaneMask lanes) {
    warp.exited |= lanes;
    for (Path& path : warp.paths) path.mask &= ~lanes;
    set_active(warp, warp.active & ~lanes);
}

} // namespace warpscope::simt
