#include <cstring>

#include <fmt/format.h>

#include "simt/divergence/branch.hpp"
#include "simt/divergence/call.hpp"
#include "simt/lane_loop.hpp"
#include "simt/report/finding_log.hpp"
#include "simt/report/heap_message.hpp"
#include "simt/report/printf_format.hpp"
#include "simt/state/local_memory.hpp"

namespace warpscope::simt {
namespace {

constexpr size_t longest_text = 4096;

template<class T>
T argument(const Warp& warp, const CallSite& site, size_t index, uint32_t lane) {
    T value{};
    if (index < site.arguments.size())
        load_local(warp.local, lane, warp.local_begin + site.arguments[index], &value, sizeof(T));
    return value;
}

void print(Warp& warp, const Inst* call, const CallSite& site) {
    if (!site.results.empty()) report_stack_store(warp, call, warp.local_begin + site.results[0], sizeof(int32_t));
    LaunchState& launch = *warp.worker->launch;
    for_each_lane(warp.active, [&](uint32_t lane) {
        const std::string format = text_at(warp, lane, argument<uint64_t>(warp, site, 0, lane), longest_text);
        const uint64_t list = argument<uint64_t>(warp, site, 1, lane);
        const PrintSource source{
            [&](uint64_t offset, void* to, size_t bytes) { return peek(warp, lane, list + offset, to, bytes); },
            [&](uint64_t address) { return text_at(warp, lane, address, longest_text); },
        };
        const auto [text, count] = print_format(format, source);
        if (!site.results.empty()) {
            const int32_t result = count;
            store_local(warp.local, lane, warp.local_begin + site.results[0], &result, sizeof(result));
        }
        if (!launch.options->print) return;
        const std::scoped_lock lock(launch.print_lock);
        launch.options->print(text);
    });
}

const Inst* fail_assertion(Warp& warp, const Inst* call, const CallSite& site) {
    for_each_lane(warp.active, [&](uint32_t lane) {
        const auto text = [&](size_t index) {
            return text_at(warp, lane, argument<uint64_t>(warp, site, index, lane), longest_text);
        };
        record_plain_finding(warp, call, lane, FindingKind::assertion,
                             msg("assertion '{}' failed in {} ({}:{})", text(0), text(3), text(1),
                                 argument<uint32_t>(warp, site, 2, lane)));
    });
    end_lanes(warp, warp.active);
    return resume_path(warp);
}

HeapCaller heap_caller(const Warp& warp, const Inst* call, uint32_t lane) {
    const LaunchConfig& config = warp.worker->launch->config;
    const uint32_t thread = warp.context.first_thread() + lane;
    return {warp.context.block * config.threads_per_block() + thread, warp.context.block_index,
            index_of(thread, config.block), call->pc};
}

void allocate(Warp& warp, const Inst* call, const CallSite& site) {
    if (site.results.empty()) return;
    report_stack_store(warp, call, warp.local_begin + site.results[0], sizeof(uint64_t));
    LaunchState& launch = *warp.worker->launch;
    const std::scoped_lock lock(launch.heap_lock);
    for_each_lane(warp.active, [&](uint32_t lane) {
        const auto wanted = argument<uint64_t>(warp, site, 0, lane);
        const uint64_t address = launch.heap->allocate(heap_caller(warp, call, lane), wanted);
        if (address != 0)
            for (Observer* observer : warp.worker->listening(wants_heap))
                observer->on_allocated({address, wanted, &warp.context, call->pc, lane});
        store_local(warp.local, lane, warp.local_begin + site.results[0], &address, sizeof(address));
    });
}

void release(Warp& warp, const Inst* call, const CallSite& site) {
    LaunchState& launch = *warp.worker->launch;
    const std::scoped_lock lock(launch.heap_lock);
    for_each_lane(warp.active, [&](uint32_t lane) {
        const auto address = argument<uint64_t>(warp, site, 0, lane);
        if (address == 0) return;
        if (!launch.heap->release(heap_caller(warp, call, lane), address)) {
            record_plain_finding(warp, call, lane, FindingKind::invalid_free, free_fault(launch, address));
            return;
        }
        if ((warp.hooks & wants_heap) == 0) return;
        const HeapEvent event{address, launch.heap->nearest(address)->bytes, &warp.context, call->pc, lane};
        for (Observer* observer : warp.worker->listening(wants_heap)) observer->on_freed(event);
    });
}

} // namespace

bool is_known_extern(std::string_view name) {
    return name == "vprintf" || name == "__assertfail" || gives_memory(name) || takes_memory(name);
}

bool takes_memory(std::string_view name) {
    return name == "free" || name == "_ZdlPv" || name == "_ZdaPv" || name == "_ZdlPvm" || name == "_ZdaPvm";
}

bool gives_memory(std::string_view name) { return name == "malloc" || name == "_Znwm" || name == "_Znam"; }

const Inst* call_extern(Warp& warp, const Inst* call, const CallSite& site, const Inst* next) {
    if (site.extern_name == "__assertfail") return fail_assertion(warp, call, site);
    if (gives_memory(site.extern_name))
        allocate(warp, call, site);
    else if (takes_memory(site.extern_name))
        release(warp, call, site);
    else
        print(warp, call, site);
    return continue_at(warp, next);
}

bool peek(const Warp& warp, uint32_t lane, uint64_t address, void* to, size_t bytes) {
    const std::byte* from = nullptr;
    if (in_window(address, local_base)) {
        const uint64_t offset = address - local_base;
        if (offset + bytes > warp.local_bytes) return false;
        load_local(warp.local, lane, offset, to, bytes);
        return true;
    }
    if (in_window(address, shared_base)) {
        const uint64_t offset = address - shared_base;
        if (offset + bytes <= warp.shared_bytes) from = warp.shared + offset;
    } else if (in_window(address, param_base)) {
        const uint64_t offset = address - param_base;
        if (offset + bytes <= warp.parameter_bytes) from = warp.parameters + offset;
    } else {
        const GlobalMemory& memory = *warp.worker->launch->memory;
        const auto found = memory.find(address);
        if (found && address + bytes <= memory.allocations()[*found].end()) from = memory.host(address);
    }
    if (from == nullptr) return false;
    std::memcpy(to, from, bytes);
    return true;
}

std::string text_at(const Warp& warp, uint32_t lane, uint64_t address, size_t limit) {
    std::string text;
    char c = 0;
    while (text.size() < limit && peek(warp, lane, address + text.size(), &c, 1) && c != 0) text.push_back(c);
    return text;
}

} // namespace warpscope::simt
