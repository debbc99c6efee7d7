#include "simt/divergence/barrier.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "simt/divergence/branch.hpp"
#include "simt/divergence/cluster.hpp"
#include "simt/divergence/warp_collective.hpp"
#include "simt/divergence/warp_split.hpp"
#include "simt/lane_loop.hpp"
#include "simt/message_parts.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

uint32_t first_lane_value(const Warp& warp, std::byte* frame, uint32_t offset) {
    return slot<uint32_t>(frame, offset)[std::countr_zero(warp.exec)];
}

void release(Block& block, uint32_t number) {
    Barrier& barrier = block.barriers[number];
    for (Warp* warp : block.warps)
        if (warp != nullptr && warp->state == WarpState::at_barrier && warp->barrier == number) {
            warp->state = WarpState::ready;
            if (warp->has_waited) warp->waiting = Waiting::no;
            warp->context.barrier_interval += 1;
            // Saves the votes before other warps reuse the barrier.
            warp->barrier_true = barrier.count_true;
            warp->barrier_voters = barrier.voters;
        }
    barrier = {};
}

template<class F>
void for_each_split_here(const Warp& warp, const Inst* i, F&& f) {
    f(i, warp.frame, warp.exec, warp.active);
    if (!warp.has_waited) return;
    for (const WarpSplit& other : warp.others)
        if (other.state == WarpSplit::State::arrived) f(other.pc, other.frame, other.exec, other.active);
}

bool complete(const Block& block, const Barrier& barrier) {
    const uint32_t expected = barrier.expected != 0 ? barrier.expected : block.running * warp_size;
    return barrier.arrived != 0 && barrier.arrived >= expected;
}

/// Reports an error, although some devices tolerate different barriers.
void report_different_barriers(Warp& warp, const Inst* i, const Barrier& barrier) {
    const std::vector<InstructionInfo>& instructions = warp.worker->launch->code->instructions;
    const Inst* const other = barrier.first;
    const uint32_t first = std::min(other->pc, i->pc), second = std::max(other->pc, i->pc);
    const uint32_t warp_there = second == i->pc ? barrier.first_warp : warp.context.warp;
    const SourceLocation& there = instructions[first].source;
    const auto lane = static_cast<uint32_t>(std::countr_zero(warp.exec));
    record_plain_finding(warp, second == i->pc ? i : other, lane, FindingKind::barrier_divergence,
                         msg("warps of this block wait at different barriers: warp {} at {}:{}, others here",
                             warp_there, there.file, there.line));
}

/// Returns whether a bounds check such as "if (x >= width) return;" may have ended the lanes.
bool is_bounds_guard(const Warp& warp, LaneMask running, LaneMask ended) {
    const Dim3 &grid = warp.worker->launch->config.grid, &block = warp.worker->launch->config.block;
    // Larger data fills the first block; a grid may have a block too many.
    const auto may_end = [&](uint32_t blocks) { return warp.context.block != 0 || blocks <= 2; };
    if (block.y == 1 && block.z == 1) return may_end(grid.x) && (running & (running + 1)) == 0;
    const auto index = [&](uint32_t lane) { return index_of(warp.context.first_thread() + lane, block); };
    Dim3 last{0, 0, 0};
    for_each_lane(running, [&](uint32_t lane) {
        const Dim3 at = index(lane);
        last = {std::max(last.x, at.x), std::max(last.y, at.y), std::max(last.z, at.z)};
    });
    bool is_guard = true;
    for_each_lane(ended, [&](uint32_t lane) {
        const Dim3 at = index(lane);
        is_guard = is_guard && ((at.x > last.x && may_end(grid.x)) || (at.y > last.y && may_end(grid.y)) ||
                                (at.z > last.z && may_end(grid.z)));
    });
    return is_guard;
}

/// Records a note on lanes that ended early, unless at a bounds check or after findings.
void note_ended_lanes(Warp& warp, const Inst* i) {
    const LaneMask ended = warp.context.launched & warp.exited;
    if (ended == 0 || warp.worker->finding_count != 0 || !note_is_new(warp, i->pc, FindingKind::barrier_divergence) ||
        is_bounds_guard(warp, warp.context.launched & ~warp.exited, ended))
        return;
    record_note(warp, i, static_cast<uint32_t>(std::countr_zero(ended)), FindingKind::barrier_divergence,
                msg("{} of the warp's {} threads ended before this barrier and count as arrived. This is defined from "
                    "compute capability 7.0 on. It would be an error if they still ran code after the branch",
                    std::popcount(ended), std::popcount(warp.context.launched)));
}

/// Returns nullptr if the operands are invalid.
Barrier* arrive(Warp& warp, const Inst* i, std::byte* frame) {
    const LaneMask present = ~warp.exited;
    LaneMask here = 0;
    for_each_split_here(warp, i, [&](const Inst* at, std::byte*, LaneMask exec, LaneMask active) {
        here |= at->d != 0 ? exec : active; // without .aligned, predicated-off lanes also wait
    });
    if (here != present)
        record_plain_finding(
            warp, i, static_cast<uint32_t>(std::countr_zero(present & ~here)), FindingKind::barrier_divergence,
            msg("only {} of the warp's {} threads reached this barrier", std::popcount(here), std::popcount(present)));
    else
        note_ended_lanes(warp, i);
    const uint32_t number = first_lane_value(warp, frame, i->a);
    const uint32_t threads = first_lane_value(warp, frame, i->b);
    if (number >= barrier_count || threads % warp_size != 0) {
        record_plain_finding(
            warp, i, 0, FindingKind::invalid_launch,
            number >= barrier_count
                ? msg("barrier {} does not exist: there are {}", number, barrier_count)
                : msg("a barrier for {} threads: the number must be a multiple of {}", threads, warp_size));
        return nullptr;
    }
    if ((warp.hooks & wants_barriers) != 0) emit_barrier(warp, i, number);
    Barrier& barrier = warp.block->barriers[number];
    if (threads != 0) barrier.expected = threads;
    if (barrier.first == nullptr) {
        barrier.first = i;
        barrier.first_warp = warp.context.warp;
    } else if (threads == 0 && barrier.expected == 0 && barrier.first->pc != i->pc && i->d != 0 &&
               barrier.first->d != 0) {
        report_different_barriers(warp, i, barrier);
    }
    barrier.arrived += warp_size;
    return &barrier;
}

const Inst* wait(Warp& warp, const Inst* i, Barrier& barrier) {
    const auto number = static_cast<uint32_t>(&barrier - warp.block->barriers.data());
    warp.pc = i + 1; // compared with Warp::meet, see FunctionDecoder::end_at_barrier()
    warp.barrier = number;
    warp.state = WarpState::at_barrier;
    if (complete(*warp.block, barrier)) {
        release(*warp.block, number);
        return continue_at(warp, i + 1);
    }
    return nullptr;
}

void leave(Warp& warp, const Inst* i) {
    if (i->c != 0) leave_block(warp, i);
}

template<Handler handler>
const Inst* as_a_whole(Warp& warp, const Inst* i, std::byte* frame) {
    const Inst* next = nullptr;
    return pass_barrier(warp, i, next) ? handler(warp, i, frame) : next;
}

const Inst* sync(Warp& warp, const Inst* i, std::byte* frame) {
    leave(warp, i);
    Barrier* const barrier = arrive(warp, i, frame);
    return barrier == nullptr ? continue_at(warp, i + 1) : wait(warp, i, *barrier);
}

const Inst* arrive_only(Warp& warp, const Inst* i, std::byte* frame) {
    leave(warp, i);
    Barrier* const barrier = arrive(warp, i, frame);
    if (barrier != nullptr && complete(*warp.block, *barrier))
        release(*warp.block, static_cast<uint32_t>(barrier - warp.block->barriers.data()));
    return continue_at(warp, i + 1);
}

const Inst* reduce_arrive(Warp& warp, const Inst* i, std::byte* frame) {
    leave(warp, i);
    Barrier* const barrier = arrive(warp, i, frame);
    if (barrier == nullptr) return continue_at(warp, i + 1);
    for_each_split_here(warp, i, [&](const Inst* at, std::byte* registers, LaneMask exec, LaneMask) {
        barrier->count_true += static_cast<uint32_t>(std::popcount(*slot<LaneMask>(registers, at[1].b) & exec));
        barrier->voters += static_cast<uint32_t>(std::popcount(exec));
    });
    return wait(warp, i, *barrier);
}

const Inst* reduce_result(Warp& warp, const Inst* i, std::byte* frame) {
    const auto operation = static_cast<BarrierReduction>(i->aux);
    if (operation == BarrierReduction::popc) {
        for (LaneMask m = warp.exec; m != 0; m &= m - 1)
            slot<uint32_t>(frame, i->d)[std::countr_zero(m)] = warp.barrier_true;
        return i + 1;
    }
    const bool holds =
        operation == BarrierReduction::all ? warp.barrier_true == warp.barrier_voters : warp.barrier_true != 0;
    LaneMask& p = *slot<LaneMask>(frame, i->d);
    p = (p & ~warp.exec) | (holds ? warp.exec : 0);
    return i + 1;
}

const Inst* warp_sync(Warp& warp, const Inst* i, std::byte* frame) {
    const uint32_t* const masks = slot<uint32_t>(frame, i[1].b);
    for (LaneMask m = warp.exec; m != 0; m &= m - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(m));
        if ((masks[lane] >> lane & 1) != 0) continue;
        record_plain_finding(
            warp, i, lane, FindingKind::barrier_divergence,
            msg("__syncwarp with mask {}, which leaves out the calling lane {}", mask_text(masks[lane]), lane));
    }
    const bool is_reported = warp.exchange != nullptr && std::exchange(warp.exchange->is_reported, true);
    if ((warp.hooks & wants_barriers) != 0 && !is_reported) emit_warp_sync(warp, i, masks);
    return i + 2;
}

} // namespace

Handler barrier_sync() { return as_a_whole<sync>; }
Handler barrier_arrive() { return as_a_whole<arrive_only>; }
Handler barrier_reduce_arrive() { return as_a_whole<reduce_arrive>; }
Handler barrier_reduce_result() { return reduce_result; }
Handler barrier_warp_sync() { return synced<warp_sync>; }

void complete_barriers(Block& block) {
    for (uint32_t number = 0; number < barrier_count; ++number)
        if (complete(block, block.barriers[number])) release(block, number);
    complete_cluster(block);
}

} // namespace warpscope::simt
