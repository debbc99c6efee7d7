#include "simt/message_parts.hpp"
#include "simt/state/local_stack.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "simt/divergence/branch.hpp"
#include "simt/lanes/scalar_lanes.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

constexpr uint64_t min_gap = 32;

const DecodedFunction& running(const Warp& warp) { return warp.worker->launch->code->functions[warp.function]; }

uint64_t own_end(const Warp& warp) { return warp.local_begin + running(warp).local_bytes; }

const Inst* go_on_without(Warp& warp, const Inst* next, LaneMask failed) {
    if (failed == 0) return next;
    const LaneMask others = warp.exec & ~failed;
    end_lanes(warp, failed);
    if (warp.active == 0) return resume_path(warp);
    warp.exec = others;
    return next;
}

const Inst* allocate(Warp& warp, const Inst* i, std::byte* frame) {
    const uint64_t own = own_end(warp), alignment = i->aux;
    LaneMask failed = 0;
    if (!warp.stack_gaps) warp.stack_gaps = std::make_unique<StackGaps>();
    for_each_lane(warp.exec, [&](uint32_t lane) {
        uint64_t& taken = slot<uint64_t>(frame, i->b)[lane];
        const uint64_t bytes = slot<uint64_t>(frame, i->a)[lane];
        const uint64_t before = own + taken;
        const uint64_t begin = (before + min_gap + alignment - 1) / alignment * alignment;
        const uint64_t room = warp.local_bytes - std::min(begin, warp.local_bytes);
        if (bytes > room) {
            record_plain_finding(warp, i, lane, FindingKind::stack_overflow,
                                 msg("alloca of {} bytes: a thread's stack has {} bytes, and {} are left. Memory from "
                                     "alloca() is freed when its function returns. An inlined function returns with "
                                     "its caller; __noinline__ prevents this",
                                     bytes, warp.local_bytes, room));
            failed |= LaneMask{1} << lane;
            return;
        }
        (*warp.stack_gaps)[lane].push_back({before, begin});
        taken = begin + bytes - own;
        warp.local_end = std::max(warp.local_end, begin + bytes);
        emit_stack_taken(warp, LaneMask{1} << lane, begin, bytes);
        slot<uint64_t>(frame, i->d)[lane] = begin;
    });
    return go_on_without(warp, i + 1, failed);
}

const Inst* save(Warp& warp, const Inst* i, std::byte* frame) {
    const uint64_t own = own_end(warp);
    for_each_lane(warp.exec,
                  [&](uint32_t lane) { slot<uint64_t>(frame, i->d)[lane] = own + slot<uint64_t>(frame, i->b)[lane]; });
    return i + 1;
}

const Inst* restore(Warp& warp, const Inst* i, std::byte* frame) {
    const uint64_t own = own_end(warp);
    LaneMask failed = 0;
    for_each_lane(warp.exec, [&](uint32_t lane) {
        uint64_t& taken = slot<uint64_t>(frame, i->b)[lane];
        const uint64_t pointer = slot<uint64_t>(frame, i->a)[lane];
        if (pointer < own || pointer - own > taken) {
            record_plain_finding(
                warp, i, lane, FindingKind::stack_overflow,
                msg("stackrestore to {}, where this function's stack pointer was not", hex_text(pointer)));
            failed |= LaneMask{1} << lane;
            return;
        }
        taken = pointer - own;
        drop_stack_gaps(warp, LaneMask{1} << lane, pointer);
    });
    return go_on_without(warp, i + 1, failed);
}

} // namespace

void drop_stack_gaps(Warp& warp, LaneMask lanes, uint64_t offset) {
    if (!warp.stack_gaps) return;
    for_each_lane(lanes, [&](uint32_t lane) {
        std::vector<StackGap>& gaps = (*warp.stack_gaps)[lane];
        while (!gaps.empty() && gaps.back().begin >= offset) gaps.pop_back();
    });
}

const StackGap* touched_stack_gap(const Warp& warp, uint32_t lane, uint64_t offset, uint32_t bytes) {
    if (!warp.stack_gaps) return nullptr;
    const std::vector<StackGap>& gaps = (*warp.stack_gaps)[lane];
    const auto after = std::ranges::lower_bound(gaps, offset + bytes, {}, &StackGap::begin);
    if (after == gaps.begin() || std::prev(after)->end <= offset) return nullptr;
    return &*std::prev(after);
}

Handler stack_allocate() { return allocate; }
Handler stack_save() { return save; }
Handler stack_restore() { return restore; }

uint64_t stack_end(const Warp& warp, LaneMask lanes) {
    uint64_t max = 0;
    if (const auto& allocated = running(warp).allocated)
        for_each_lane(lanes, [&](uint32_t lane) { max = std::max(max, slot<uint64_t>(warp.frame, *allocated)[lane]); });
    return own_end(warp) + max;
}

} // namespace warpscope::simt
