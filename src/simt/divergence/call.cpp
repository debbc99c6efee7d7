#include "simt/divergence/call.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "simt/divergence/branch.hpp"
#include "simt/divergence/warp.hpp"
#include "simt/lane_loop.hpp"
#include "simt/memory/access.hpp"
#include "simt/report/finding_log.hpp"
#include "simt/state/local_memory.hpp"
#include "simt/state/local_stack.hpp"

namespace warpscope::simt {
namespace {

void copy_lanes(Warp& warp, const Inst* call, uint64_t from, uint64_t to, uint32_t bytes) {
    warp.event.copied_from = from;
    report_stack_store(warp, call, to, bytes);
    warp.event.copied_from = MemoryEvent::not_copied;
    const bool by_words = (from | to | bytes) % local_word == 0;
    const uint32_t step = by_words ? local_word : 1;
    for (uint32_t at = 0; at < bytes; at += step) {
        const std::byte* const source = warp.local + local_place(from + at, 0);
        std::byte* const target = warp.local + local_place(to + at, 0);
        if (by_words && warp.active == all_lanes)
            std::memcpy(target, source, local_row);
        else
            for_each_lane(warp.active, [&](uint32_t lane) {
                std::memcpy(target + lane * local_word, source + lane * local_word, step);
            });
    }
}

uint64_t align16(uint64_t value) { return (value + 15) & ~uint64_t{15}; }

} // namespace

void report_stack_store(Warp& warp, const Inst* call, uint64_t offset, uint32_t bytes) {
    if ((warp.hooks & wants_local) == 0 || warp.active == 0) return;
    std::fill_n(warp.address, warp_size, offset);
    AccessShape shape;
    shape.lowest = shape.highest = shape.first = shape.second = offset;
    shape.flags = AccessShape::broadcast | AccessShape::where(warp.active == all_lanes, AccessShape::regular);
    report_access(warp, call, ptx::Space::local, AccessKind::store, bytes, warp.active, shape);
}

uint32_t function_at(const Warp& warp, uint64_t pointer) {
    const auto& functions = warp.worker->launch->code->functions;
    const uint64_t index = (pointer - function_base) / 16;
    if (pointer < function_base || pointer % 16 != 0 || index >= functions.size()) return ~0u;
    return functions[index].code.empty() ? ~0u : static_cast<uint32_t>(index);
}

const Inst* enter_function(Warp& warp, const Inst* call, const CallSite& site, uint32_t callee) {
    const Program::Impl& code = *warp.worker->launch->code;
    const DecodedFunction& target = code.functions[callee];
    const uint64_t local_begin = align16(stack_end(warp, warp.active));
    if (warp.calls.size() >= max_call_depth || local_begin + target.local_bytes > warp.local_bytes) {
        record_plain_finding(warp, call, static_cast<uint32_t>(std::countr_zero(warp.active)),
                             FindingKind::stack_overflow,
                             msg("calls nest {} deep and need more than the {} bytes of stack of a thread",
                                 warp.calls.size() + 1, warp.local_bytes));
        end_lanes(warp, warp.active);
        return resume_path(warp);
    }
    emit_stack_taken(warp, warp.active, local_begin, target.local_bytes);
    for (size_t k = 0; k < site.arguments.size() && k < target.parameter_offsets.size(); ++k)
        copy_lanes(warp, call, warp.local_begin + site.arguments[k], local_begin + target.parameter_offsets[k],
                   target.parameter_bytes[k]);
    warp.calls.push_back({call + 1, warp.meet, warp.active, static_cast<uint32_t>(warp.paths.size()), call->b,
                          warp.function, warp.local_begin, warp.local_end, warp.frame});
    warp.meet = nullptr;
    warp.local_begin = local_begin;
    enter_frame(warp, callee, warp.calls.size());
    return warp.code;
}

const Inst* leave_function(Warp& warp) {
    const CallFrame frame = warp.calls.back();
    warp.calls.pop_back();
    const Program::Impl& code = *warp.worker->launch->code;
    const CallSite& site = code.calls[frame.site];
    const DecodedFunction& callee = code.functions[warp.function];
    set_active(warp, frame.mask & ~warp.exited);
    drop_stack_gaps(warp, warp.active, warp.local_begin);
    for (size_t k = 0; k < site.results.size() && k < callee.result_offsets.size(); ++k)
        copy_lanes(warp, frame.resume - 1, warp.local_begin + callee.result_offsets[k],
                   frame.local_begin + site.results[k], callee.result_bytes[k]);
    warp.function = frame.function;
    warp.code = code.functions[frame.function].code.data();
    warp.frame = frame.frame;
    warp.local_begin = frame.local_begin;
    warp.local_end = frame.local_end;
    warp.meet = frame.meet;
    return frame.resume;
}

} // namespace warpscope::simt
