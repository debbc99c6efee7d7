#include "simt/schedule/block.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/devices/device_model.hpp"
#include "base/yield.hpp"
#include "simt/divergence/barrier.hpp"
#include "simt/divergence/cluster.hpp"
#include "simt/divergence/warp.hpp"
#include "simt/livelock/spin_wait.hpp"
#include "simt/report/finding_log.hpp"
#include "simt/schedule/resident_blocks.hpp"
#include "simt/state/local_memory.hpp"
#include "simt/state/random_number.hpp"

namespace warpscope::simt {
namespace {

Listeners listeners_of(const Worker& worker, Interest what) {
    const std::vector<Observer*>& all = worker.listening(what);
    return {all.data(), all.data() + all.size()};
}

bool reads_addresses(const Worker& worker) {
    for (const Interest space : {wants_global, wants_shared})
        for (const Observer* observer : worker.listening(space))
            if ((observer->interests() & knows_formulas) == 0) return true;
    return false;
}

Warp& take_warp(Worker& worker) {
    const LaunchState& launch = *worker.launch;
    if (!worker.idle.empty()) {
        Warp& warp = *worker.idle.back();
        worker.idle.pop_back();
        warp.block = worker.block.get();
        warp.shared = warp.block->shared.data();
        return warp;
    }
    Warp& warp = *worker.warps.emplace_back(std::make_unique<Warp>());
    warp.worker = &worker;
    warp.block = worker.block.get();
    warp.event.warp = &warp.context;
    warp.context.running = &warp;
    warp.event.address = warp.address;
    warp.hooks = worker.hooks;
    warp.global_listeners = listeners_of(worker, wants_global);
    warp.shared_listeners = listeners_of(worker, wants_shared);
    warp.forms_addresses = reads_addresses(worker);
    warp.counters = worker.counters.data();
    warp.switched_off = worker.switched_off.data();
    warp.sites = worker.sites.data();
    warp.memory_sites = launch.code->sites.data();
    warp.parameters = launch.parameters.data();
    warp.parameter_bytes = launch.parameters.size();
    warp.global = {launch.memory->host(launch.memory->base()), launch.memory->base()};
    warp.shared = warp.block->shared.data();
    warp.shared_bytes = launch.shared_bytes;
    warp.shared_ranges = launch.shared_ranges.data();
    warp.local_bytes = launch.local_bytes;
    warp.local_storage = AlignedBytes(local_place(launch.local_bytes + local_word - 1, 0));
    warp.local = warp.local_storage.data();
    return warp;
}

void end_warp(Worker& worker, uint32_t index) {
    Block& block = *worker.block;
    if ((worker.hooks & wants_warps) != 0) emit_warp_end(*block.warps[index]);
    worker.idle.push_back(block.warps[index]);
    block.warps[index] = nullptr;
    block.ended[index] = 1;
    block.running -= 1;
    if (block.running != 0) complete_barriers(block);
}

bool stopped(Worker& worker) {
    yield_to_other_threads();
    LaunchState& launch = *worker.launch;
    if (launch.options->cancel != nullptr && launch.options->cancel->load(std::memory_order_relaxed))
        launch.stop.store(true, std::memory_order_relaxed);
    return launch.stop.load(std::memory_order_relaxed);
}

/// Extends the budget of a warp that another block may release. Returns false if no block can.
bool may_go_on(Worker& worker, Warp& warp) {
    const LaunchOptions& options = *worker.launch->options;
    if (!worker.launch->code->blocks_can_wait) return false;
    worker.launch->exclusive_turns->release(worker.turn);
    if (!worker.launch->progress->wait(worker.index, warp.blocks_ended, [&] { return stopped(worker); })) return false;
    warp.budget = warp.executed + warp.suspended + options.budget_per_warp;
    return true;
}

/// Skips instructions without a line, which compilers add to loops.
const Inst* place_of(const Warp& warp) {
    const std::vector<Inst>& code = warp.worker->launch->code->functions[warp.function].code;
    for (const Inst* inst = warp.pc; inst != code.data() + code.size(); ++inst)
        if (user_place(warp.context, inst->pc).line != 0) return inst;
    return warp.pc;
}

Message budget_message(const Warp& warp) {
    return warp.suspended == 0
               ? msg("the warp has executed {} instructions without coming to an end: an endless loop?", warp.executed)
               : msg("the warp has executed {} instructions and waited for mbarriers, which counts as {} more, without "
                     "coming to an end: an endless loop?",
                     warp.executed, warp.suspended);
}

void cut_off(Worker& worker, uint32_t index, FindingKind kind, Message why, const Poll& at = {}) {
    Warp& warp = *worker.block->warps[index];
    worker.block->cut_off = true;
    const Inst* const place = place_of(warp);
    if (finding_is_new(warp, place->pc, kind))
        record_finding(warp, place, static_cast<uint32_t>(std::countr_zero(warp.active)), kind, at.space, at.address,
                       at.bytes, std::move(why));
    else
        count_finding(warp, place->pc, kind);
    end_warp(worker, index);
}

/// Returns false if the warp has ended or waits for another warp.
bool turn(Worker& worker, uint32_t index) {
    Block& block = *worker.block;
    if (block.ended[index] != 0) return false;
    if (block.warps[index] == nullptr) {
        block.warps[index] = &take_warp(worker);
        begin_warp(*block.warps[index], index);
    }
    Warp& warp = *block.warps[index];
    if (warp.state != WarpState::ready) return false;
    worker.launch->exclusive_turns->begin(worker.turn);
    run_turn(warp);
    if (warp.state == WarpState::done) {
        end_warp(worker, index);
        return true;
    }
    complete_cluster(block);
    if (warp.executed + warp.suspended > warp.budget && warp.state == WarpState::ready && !may_go_on(worker, warp)) {
        if (stopped(worker)) return true;
        cut_off(worker, index, FindingKind::instruction_budget, budget_message(warp));
    }
    return true;
}

Waiting waiting_of(const Block& block) {
    Waiting min = Waiting::surely;
    bool any = false;
    for (uint32_t index = 0; index < block.warps.size(); ++index) {
        const Warp* const warp = block.warps[index];
        if (warp == nullptr && block.ended[index] == 0) return Waiting::no;
        if (warp == nullptr || warp->state != WarpState::ready) continue;
        min = std::min(min, waiting_of(*warp));
        any = true;
    }
    return any ? min : Waiting::no;
}

bool skip_time(Block& block) {
    const uint64_t skipped = block.skips.next();
    for (Warp* const warp : block.warps)
        if (warp != nullptr) warp->skipped_time += skipped;
    return skipped != 0;
}

bool tried_turn(Worker& worker) {
    Block& block = *worker.block;
    const size_t first = worker.tried->next(block.order.size());
    for (const bool waiting : {false, true})
        for (size_t k = 0; k < block.order.size(); ++k) {
            const uint32_t index = block.order[(first + k) % block.order.size()];
            const Warp* const warp = block.warps[index];
            const bool waits = warp != nullptr && warp->has_waited && warp->waiting != Waiting::no;
            if (waits != waiting || !turn(worker, index)) continue;
            if (worker.tried->should_block_yield()) block.should_yield = true;
            return true;
        }
    return false;
}

Message deadlock_message(const Block& block, const Warp& warp) {
    const Barrier& barrier = block.barriers[warp.barrier];
    if (warp.barrier == cluster_barrier)
        return msg("the block cannot continue: {} of its warps still run, and {} threads have arrived at the cluster's "
                   "barrier in this phase",
                   block.running, barrier.arrived);
    const auto needed = [&](const Barrier& at) { return at.expected != 0 ? at.expected : block.running * warp_size; };
    Message text =
        msg("the block cannot continue: {} of its warps still run, {} threads wait at barrier {}, which needs {}",
            block.running, barrier.arrived, warp.barrier, needed(barrier));
    for (uint32_t k = 0; k < cluster_barrier; ++k)
        if (k != warp.barrier && block.barriers[k].arrived != 0)
            text = msg("{}; {} threads have arrived at barrier {}, which needs {}", text, block.barriers[k].arrived, k,
                       needed(block.barriers[k]));
    return text;
}

void report_deadlock(Worker& worker) {
    Block& block = *worker.block;
    for (uint32_t index = 0; index < block.warps.size(); ++index) {
        Warp* const warp = block.warps[index];
        if (warp == nullptr) continue;
        record_plain_finding(*warp, warp->pc - 1, 0, FindingKind::deadlock, deadlock_message(block, *warp));
    }
    for (uint32_t index = 0; index < block.warps.size(); ++index)
        if (block.warps[index] != nullptr) {
            if ((worker.hooks & wants_warps) != 0) emit_warp_end(*block.warps[index]);
            worker.idle.push_back(block.warps[index]);
            block.warps[index] = nullptr;
        }
}

} // namespace

AlignedBytes::AlignedBytes(size_t bytes)
    : data_(static_cast<std::byte*>(::operator new[](bytes + 64, std::align_val_t{64})))
    , size_(bytes) {
    std::memset(data_.get(), 0, bytes + 64);
}

void AlignedBytes::Free::operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{64}); }

std::vector<uint32_t> shuffled(uint32_t count, uint64_t seed) {
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    if (seed != 0)
        for (uint32_t k = count; k > 1; --k) std::swap(order[k - 1], order[next_random(seed) % k]);
    return order;
}

void begin_block(Worker& worker, uint64_t index) {
    LaunchState& launch = *worker.launch;
    if (worker.unused_blocks.empty()) {
        worker.block = std::make_unique<Block>();
        worker.block->shared = AlignedBytes(launch.shared_bytes);
    } else {
        worker.block = std::move(worker.unused_blocks.back());
        worker.unused_blocks.pop_back();
        std::memset(worker.block->shared.data(), 0, launch.shared_bytes);
    }
    Block& block = *worker.block;
    const auto warps = static_cast<uint32_t>(launch.config.warps_per_block());
    block.index = index;
    block.position = index_of(index, launch.config.grid);
    block.warps.assign(warps, nullptr);
    block.ended.assign(warps, 0);
    block.barriers.fill({});
    block.cluster_phase = 0;
    block.running = warps;
    block.cut_off = block.has_waited = block.should_yield = block.yields = false;
    block.skips.restart();
    const uint64_t seed = launch.options->seed;
    block.order = shuffled(warps, seed == 0 ? 0 : seed + index);
    const bool last_first = worker.tried && worker.tried->order().kind == TriedOrder::Kind::last_first;
    const bool reversed = launch.options->second_order && !launch.options->keeps_direction;
    if (reversed || last_first) std::ranges::reverse(block.order);
    for (Observer* observer : worker.listening(wants_blocks)) observer->on_block_begin(index, block.position);
}

BlockTurn run_block(Worker& worker) {
    LaunchState& launch = *worker.launch;
    Block& block = *worker.block;
    worker.moved = false;
    while (block.running != 0) {
        bool progress = false;
        if (worker.tried && worker.tried->order().kind != TriedOrder::Kind::by_line) {
            if (stopped(worker)) return BlockTurn::stopped;
            progress = tried_turn(worker);
            if (std::exchange(block.should_yield, false) && block.running != 0) return BlockTurn::waits;
        } else {
            for (const uint32_t warp : block.order) {
                if (stopped(worker)) return BlockTurn::stopped;
                progress = turn(worker, warp) || progress;
                if (std::exchange(block.should_yield, false) && block.running != 0) return BlockTurn::waits;
            }
        }
        const bool yields = std::exchange(block.yields, false) && launch.code->blocks_can_wait;
        if (yields && block.running != 0) return BlockTurn::yields;
        if (!progress) {
            report_deadlock(worker);
            break;
        }
        const Waiting waiting = block.running == 0 ? Waiting::no : waiting_of(block);
        const bool idle = waiting >= Waiting::for_time && !worker.moved;
        if (launch.code->blocks_can_wait) {
            if (waiting != Waiting::no) return idle ? BlockTurn::stuck : BlockTurn::waits;
            continue;
        }
        if (!idle) block.skips.restart();
        if (idle && (waiting == Waiting::surely || !skip_time(block))) return BlockTurn::stuck;
        worker.moved = false;
    }
    if (!block.cut_off) launch.progress->block_ended();
    for (Observer* observer : worker.listening(wants_blocks)) observer->on_block_end(block.index);
    if (launch.options->blocks_done != nullptr) launch.options->blocks_done->fetch_add(1, std::memory_order_relaxed);
    return BlockTurn::ended;
}

void abandon_block(Worker& worker, size_t held, bool by_device) {
    Block& block = *worker.block;
    std::vector<uint32_t> waiting; // ready warps, whose end may release warps at barriers
    for (uint32_t index = 0; index < block.warps.size(); ++index)
        if (block.warps[index] != nullptr && block.warps[index]->state == WarpState::ready) waiting.push_back(index);
    const auto never_done = [&](const Message& subject) {
        if (held == 0) return msg("{}. No running thread can end the wait", subject);
        return by_device ? msg("{}. None of the {} blocks that a GPU ({}) runs at a time can end the wait, and no "
                               "other block begins before one of them ends",
                               subject, held, chosen_device_model().name)
                         : msg("{}. None of the {} blocks that can run at a time can end the wait, and no other block "
                               "begins before one of them ends",
                               subject, held);
    };
    for (const uint32_t index : waiting) {
        Warp& warp = *block.warps[index];
        const DeadlockCause cause = deadlock_cause(warp);
        if (warp.state == WarpState::ready)
            cut_off(worker, index, FindingKind::deadlock, never_done(cause.text), cause.poll);
        else if (warp.state == WarpState::done) // ended during the search
            end_warp(worker, index);
    }
}

void keep_storage(Worker& worker) { worker.unused_blocks.push_back(std::move(worker.block)); }

} // namespace warpscope::simt
