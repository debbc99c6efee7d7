#include "simt/divergence/warp.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/divergence/branch.hpp"
#include "simt/memory/cooperative_workspace.hpp"

namespace warpscope::simt {
namespace {

template<class T>
void broadcast(std::byte* frame, uint32_t offset, T value) {
    std::fill_n(slot<T>(frame, offset), warp_size, value);
}

uint32_t component(const Dim3& value, uint8_t which) { return which == 0 ? value.x : which == 1 ? value.y : value.z; }

void fill_special(const Warp& warp, const SpecialSlot& special, std::byte* frame) {
    const LaunchState& launch = *warp.worker->launch;
    const LaunchConfig& config = launch.config;
    uint32_t* const lanes = slot<uint32_t>(frame, special.offset);
    switch (special.which) {
    case ptx::Special::tid:
        std::memcpy(lanes, launch.thread_index[warp.context.warp][special.component].data(), warp_size * 4);
        break;
    case ptx::Special::ntid: broadcast(frame, special.offset, component(config.block, special.component)); break;
    case ptx::Special::ctaid:
        broadcast(frame, special.offset, component(warp.context.block_index, special.component));
        break;
    case ptx::Special::nctaid: broadcast(frame, special.offset, component(config.grid, special.component)); break;
    case ptx::Special::laneid:
        for (uint32_t l = 0; l < warp_size; ++l) lanes[l] = l;
        break;
    case ptx::Special::warpid: broadcast(frame, special.offset, warp.context.warp); break;
    case ptx::Special::nwarpid:
        broadcast(frame, special.offset, static_cast<uint32_t>(config.warps_per_block()));
        break;
    case ptx::Special::smid: broadcast(frame, special.offset, uint32_t{0}); break;
    case ptx::Special::nsmid: broadcast(frame, special.offset, uint32_t{1}); break;
    case ptx::Special::gridid: broadcast(frame, special.offset, uint64_t{launch.options->launch_index}); break;
    case ptx::Special::lanemask_eq:
        for (uint32_t l = 0; l < warp_size; ++l) lanes[l] = 1u << l;
        break;
    case ptx::Special::lanemask_le:
        for (uint32_t l = 0; l < warp_size; ++l) lanes[l] = all_lanes >> (31 - l);
        break;
    case ptx::Special::lanemask_lt:
        for (uint32_t l = 0; l < warp_size; ++l) lanes[l] = (1u << l) - 1;
        break;
    case ptx::Special::lanemask_ge:
        for (uint32_t l = 0; l < warp_size; ++l) lanes[l] = all_lanes << l;
        break;
    case ptx::Special::lanemask_gt:
        for (uint32_t l = 0; l < warp_size; ++l) lanes[l] = all_lanes << l & ~(1u << l);
        break;
    case ptx::Special::dynamic_smem_size: broadcast(frame, special.offset, config.dynamic_shared_bytes); break;
    case ptx::Special::total_smem_size:
        broadcast(frame, special.offset, static_cast<uint32_t>(launch.shared_bytes));
        break;
    case ptx::Special::clusterid:
        broadcast(frame, special.offset, component(warp.context.block_index, special.component));
        break;
    case ptx::Special::nclusterid: broadcast(frame, special.offset, component(config.grid, special.component)); break;
    case ptx::Special::cluster_nctaid:
    case ptx::Special::cluster_nctarank: broadcast(frame, special.offset, uint32_t{1}); break;
    case ptx::Special::cluster_ctaid:
    case ptx::Special::cluster_ctarank: broadcast(frame, special.offset, uint32_t{0}); break;
    case ptx::Special::aggr_smem_size:
        broadcast(frame, special.offset, static_cast<uint32_t>(launch.shared_bytes) + reserved_shared_bytes);
        break;
    case ptx::Special::reserved_smem_offset_cap: broadcast(frame, special.offset, reserved_shared_bytes); break;
    case ptx::Special::envreg:
        broadcast(frame, special.offset, environment(launch.grid_workspace, special.component));
        break;
    // The emulator has neither performance counters nor graph launches.
    case ptx::Special::pm: broadcast(frame, special.offset, uint32_t{0}); break;
    case ptx::Special::pm_64:
    case ptx::Special::current_graph_exec: broadcast(frame, special.offset, uint64_t{0}); break;
    default: break;
    }
}

bool varies(ptx::Special which) {
    switch (which) {
    case ptx::Special::tid:
    case ptx::Special::ctaid:
    case ptx::Special::clusterid:
    case ptx::Special::warpid: return true;
    default: return false;
    }
}

const Inst* read_special(Warp& warp, const Inst* i, std::byte* frame) {
    warp.slice -= 1; // makes two reads of a clock differ
    warp.read_clock = true;
    const uint64_t now = warp.stopped_clock != 0 ? warp.stopped_clock : time_of(warp);
    for (uint32_t l = 0; l < warp_size; ++l) {
        if ((warp.exec >> l & 1) == 0) continue;
        switch (static_cast<ptx::Special>(i->aux)) {
        case ptx::Special::clock:
        case ptx::Special::globaltimer_lo: slot<uint32_t>(frame, i->d)[l] = static_cast<uint32_t>(now); break;
        case ptx::Special::clock_hi:
        case ptx::Special::globaltimer_hi: slot<uint32_t>(frame, i->d)[l] = static_cast<uint32_t>(now >> 32); break;
        default: slot<uint64_t>(frame, i->d)[l] = now; break;
        }
    }
    return i + 1;
}

} // namespace

uint64_t time_of(const Warp& warp) {
    return warp.executed + static_cast<uint64_t>(warp.turn - warp.slice) + warp.skipped_time +
           warp.worker->launch->progress->skipped_time();
}

Handler special_read() { return read_special; }

uint32_t bytes_of(ptx::Special which) {
    switch (which) {
    case ptx::Special::clock64:
    case ptx::Special::globaltimer:
    case ptx::Special::gridid:
    case ptx::Special::pm_64:
    case ptx::Special::current_graph_exec: return 8;
    default: return 4;
    }
}

void enter_frame(Warp& warp, uint32_t function, size_t depth) {
    const LaunchState& launch = *warp.worker->launch;
    const DecodedFunction& code = launch.code->functions[function];
    if (warp.frames.size() <= depth) warp.frames.resize(depth + 1);
    std::shared_ptr<CallStorage>& kept = warp.frames[depth];
    // Another warp split may still use the storage.
    if (kept == nullptr || kept.use_count() != 1) kept = std::make_shared<CallStorage>();
    CallStorage& storage = *kept;
    if (storage.bytes.size() < code.frame_bytes) storage = {AlignedBytes(code.frame_bytes), ~0u};
    std::byte* const frame = storage.bytes.data();
    const bool fresh = storage.function != function;
    if (fresh) {
        std::copy_n(launch.images[function].data(), code.frame_bytes, frame);
        storage.function = function;
    } else {
        for (const DecodedFunction::Range& range : code.cleared) std::memset(frame + range.offset, 0, range.bytes);
    }
    for (const ConstantSlot& constant : code.constants)
        if (constant.kind == ConstantSlot::Kind::local) {
            if (constant.bytes == 8)
                broadcast(frame, constant.offset, warp.local_begin + constant.bits);
            else
                broadcast(frame, constant.offset, static_cast<uint32_t>(warp.local_begin + constant.bits));
        }
    for (const SpecialSlot& special : code.specials)
        if (fresh || varies(special.which)) fill_special(warp, special, frame);
    warp.local_end = warp.local_begin + code.local_bytes;
    warp.frame = frame;
    warp.function = function;
    warp.code = code.code.data();
}

void begin_warp(Warp& warp, uint32_t index) {
    Worker& worker = *warp.worker;
    const LaunchState& launch = *worker.launch;
    const uint64_t threads = launch.config.threads_per_block();
    const uint64_t first = uint64_t{index} * warp_size;
    const uint64_t lanes = std::min<uint64_t>(threads - first, warp_size);
    warp.context.block = warp.block->index;
    warp.context.block_index = warp.block->position;
    warp.context.warp = index;
    warp.context.launched = all_lanes >> (warp_size - lanes);
    warp.context.barrier_interval = 0;
    set_active(warp, warp.context.launched);
    warp.exited = ~warp.context.launched;
    warp.meet = nullptr;
    warp.paths.clear();
    warp.calls.clear();
    if (std::exchange(warp.has_waited, false)) static_cast<WaitState&>(warp) = {};
    warp.local_begin = 0;
    if (warp.stack_gaps) warp.stack_gaps.reset();
    warp.carry = 0;
    warp.cluster_arrived = warp.cluster_pending = 0;
    warp.executed = 0;
    warp.suspended = 0;
    warp.skipped_time = warp.slept = 0;
    warp.budget = launch.options->budget_per_warp;
    warp.line_turn = {};
    warp.blocks_ended = launch.progress->blocks_ended();
    warp.lane_instructions = 0;
    warp.divergent_branches = 0;
    warp.state = WarpState::ready;
    enter_frame(warp, launch.kernel->function, 0);
    warp.pc = warp.code;
}

void run_warp(Warp& warp, int64_t instructions) {
    warp.turn = warp.slice = instructions;
    const Inst* i = warp.pc;
    while (i != nullptr) i = i->handler(warp, i, warp.frame);
    warp.executed += static_cast<uint64_t>(warp.turn - warp.slice);
    warp.turn = warp.slice;
}

} // namespace warpscope::simt
