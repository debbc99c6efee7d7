#include "metrics/race_check.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "metrics/each_lane.hpp"
#include "metrics/race_text.hpp"

namespace warpscope::metrics {
namespace {

constexpr size_t max_queued_loads = 1 << 14;

} // namespace

RaceCheck::RaceCheck(RaceSetup setup)
    : setup_(std::move(setup))
    , threads_per_block_(static_cast<uint32_t>(setup_.launch.config.threads_per_block()))
    , block_(setup_.facts->shared_granule) {}

uint32_t RaceCheck::interests() const {
    uint32_t wanted = simt::wants_shared | simt::wants_barriers | simt::wants_blocks;
    if (!setup_.only_shared) wanted |= simt::wants_global | simt::wants_heap;
    if (follows_sync_points()) wanted |= simt::wants_steps;
    return wanted;
}

void RaceCheck::on_block_begin(uint64_t block, const Dim3&) {
    block_.number = block;
    block_.before = static_cast<ThreadId>(block * threads_per_block_);
    const auto warps = static_cast<uint32_t>(setup_.launch.config.warps_per_block());
    block_.order.begin(warps);
    block_.knowledge = {};
    block_.all_knowledge.reset();
    block_.fences.assign(warps, {});
    block_.read_places.clear();
    ++block_.version;
    block_.shared.clear();
    if (setup_.facts->copies) block_.copies.begin(threads_per_block_);
    block_.shared_stored = false;
    queued_ = 0;
}

void RaceCheck::on_block_leave(uint64_t block) {
    look_at_queue();
    aside_.emplace(block, std::move(block_));
    block_ = PerBlock(setup_.facts->shared_granule);
}

void RaceCheck::on_block_return(uint64_t block) {
    auto found = aside_.find(block);
    block_ = std::move(found->second);
    aside_.erase(found);
}

/// Whoever had the memory before has given it back before it was given away again.
void RaceCheck::on_allocated(const simt::HeapEvent& event) {
    const auto allocation = setup_.launch.memory->find(event.address);
    const auto found = allocation ? global_.find(*allocation) : global_.end();
    if (found == global_.end() || event.bytes == 0) return;
    ShadowRange& range = found->second;
    range.forget(range.first(event.address), range.first(event.address + event.bytes - 1));
}

void RaceCheck::resume(uint32_t warp) {
    if (!block_.order.waits(warp)) return;
    ++block_.version;
    if (!block_.order.resume(warp)) return;
    queued_ = 0;
    block_.shared_stored = false;
}

void RaceCheck::on_memory(const simt::MemoryEvent& event) {
    if (event.mask == 0) return;
    resume(event.warp->warp);
    if (follows_sync_points())
        see_sync_points(event.warp->warp, simt::active_lanes(*event.warp), setup_.facts->by_pc[event.pc].block_first,
                        event.pc);
    if (event.space == ptx::Space::global)
        check_global(event);
    else if (event.space == ptx::Space::shared)
        check_shared(event);
    if (setup_.facts->synchronises) synchronise(event);
}

void RaceCheck::on_barrier(const simt::BarrierEvent& event) {
    const uint32_t warp = event.warp->warp;
    resume(warp);
    if (event.barrier == ~0u)
        block_.order.sync_lanes(warp, event.active, event.active == event.warp->launched);
    else
        block_.order.arrive(warp, event.barrier, !setup_.facts->by_pc[event.pc].arrives_only);
}

void RaceCheck::on_step(const simt::StepEvent& event) {
    resume(event.warp->warp);
    see_sync_points(event.warp->warp, event.active, event.first_pc, event.end_pc);
}

RaceCheck::LaneAccess RaceCheck::lane_access(const simt::MemoryEvent& event, uint32_t lane) const {
    const InstructionFacts& facts = setup_.facts->by_pc[event.pc];
    LaneAccess access;
    access.pc = event.pc;
    access.event = &event;
    access.thread = event.warp->first_thread() + lane;
    access.space = event.space;
    access.address = event.address[lane];
    access.bytes = event.bytes;
    access.reads = event.kind != simt::AccessKind::store;
    access.writes = event.kind != simt::AccessKind::load;
    const bool in_doubt = facts.is_volatile && event.space == ptx::Space::shared && !facts.waits;
    const Taking taking = facts.strength == AccessStrength::plain             ? Taking::plain
                          : in_doubt                                          ? Taking::volatile_in_shared
                          : facts.strength == AccessStrength::strong_in_block ? Taking::strong_in_block
                                                                              : Taking::strong;
    access.as_past = {block_.before + access.thread + 1, block_.order.clock(event.warp->warp), taking, facts.site};
    return access;
}

void RaceCheck::check_global(const simt::MemoryEvent& event) {
    const auto only_loaded = [&](uint32_t allocation) {
        return allocation < setup_.only_loaded.size() && setup_.only_loaded[allocation] != 0;
    };
    if (only_loaded(event.allocation)) return;
    for_each_lane(event.mask, [&](uint32_t lane) {
        const uint32_t allocation =
            event.allocation != ~0u ? event.allocation : setup_.launch.memory->find(event.address[lane]).value_or(~0u);
        if (allocation == ~0u || only_loaded(allocation)) return;
        const simt::Allocation& memory = setup_.launch.memory->allocations()[allocation];
        const auto [found, fresh] = global_.try_emplace(allocation, memory.begin, setup_.facts->global_granule);
        check_lane(found->second, lane_access(event, lane));
    });
}

void RaceCheck::check_shared(const simt::MemoryEvent& event) {
    if (setup_.facts->copies) check_copies(event);
    const bool load = event.kind == simt::AccessKind::load;
    const bool waits = setup_.facts->by_pc[event.pc].waits; // leaves nothing to remember
    if (load && !waits && !block_.shared_stored && queued_ < max_queued_loads) {
        queue_load(event);
        return;
    }
    if (!waits) {
        look_at_queue();
        block_.shared_stored = true; // or the queue is full, which comes to the same
    }
    for_each_lane(event.mask, [&](uint32_t lane) { check_lane(block_.shared, lane_access(event, lane)); });
}

void RaceCheck::queue_load(const simt::MemoryEvent& event) {
    if (!queue_) queue_ = std::make_unique_for_overwrite<QueuedLoad[]>(max_queued_loads);
    QueuedLoad& load = queue_[queued_++];
    load.pc = event.pc;
    load.bytes = event.bytes;
    load.warp = event.warp->warp;
    load.clock = block_.order.clock(load.warp);
    load.mask = event.mask;
    load.regular = event.regular;
    if (event.regular) {
        load.first = static_cast<uint32_t>(event.first);
        load.second = static_cast<uint32_t>(event.second);
        load.stride = event.stride;
        return;
    }
    for (uint32_t lane = 0; lane < warp_size; ++lane) load.offset[lane] = static_cast<uint32_t>(event.address[lane]);
}

void RaceCheck::look_at_queue() {
    for (const QueuedLoad& load : std::span(queue_.get(), queued_))
        for_each_lane(load.mask, [&](uint32_t lane) {
            LaneAccess access;
            access.pc = load.pc;
            access.thread = load.warp * warp_size + lane;
            access.space = ptx::Space::shared;
            access.address = load.at(lane);
            access.bytes = load.bytes;
            access.reads = true;
            access.as_past = {block_.before + access.thread + 1, load.clock, Taking::plain,
                              setup_.facts->by_pc[load.pc].site};
            for (uint64_t i = block_.shared.first(access.address);
                 i <= block_.shared.last(access.address, access.bytes); ++i) {
                PlaceHistory place = block_.shared.at(i, true, false);
                remember_read(access, place);
            }
        });
    queued_ = 0;
}

void RaceCheck::check_lane(ShadowRange& range, const LaneAccess& access) {
    const bool strong = is_strong(access.as_past.taking());
    const bool plain_load = access.reads && !access.writes && !strong;
    bool reported = false;
    for (uint64_t i = range.first(access.address); i <= range.last(access.address, access.bytes); ++i) {
        PlaceHistory place = range.at(i, plain_load, strong && access.writes);
        reported = reported || clashes(access, place);
        remember(access, place);
    }
}

bool RaceCheck::clashes(const LaneAccess& now, PlaceHistory& place) {
    const bool strong = is_strong(now.as_past.taking());
    const auto races = [&](PastAccess past, bool past_writes) {
        if (past.none() || ordered(past, now)) return false;
        report(past, past_writes, now);
        return true;
    };
    const bool answers = strong && !now.writes && place.write->taking() == Taking::volatile_in_shared; // a flag
    if (!answers && races(*place.write, true)) return true;
    if (now.writes && place.reads != nullptr && (races(place.reads[0], false) || races(place.reads[1], false)))
        return true;
    if (place.atomic == nullptr || place.atomic->none()) return false;
    // Two strong accesses race only where one of them is for threads of one block and the other comes from elsewhere.
    const bool one_in_block =
        now.as_past.taking() == Taking::strong_in_block || place.atomic->taking() == Taking::strong_in_block;
    // Who changed the place last, atomically, has seen all changes before: the last to arrive may reset the counter.
    if (!strong && place.atomic[1].thread() == now.as_past.thread()) return false;
    const bool far = distance(*place.atomic, now.as_past) > 2;
    if (strong && !(one_in_block && far)) return false;
    return races(*place.atomic, true);
}

void RaceCheck::remember(const LaneAccess& access, PlaceHistory& place) {
    const bool strong = is_strong(access.as_past.taking());
    if (!access.writes) {
        if (!strong) remember_read(access, place);
    } else if (strong) {
        if (place.atomic->none() || ordered(*place.atomic, access)) *place.atomic = access.as_past;
        place.atomic[1] = access.as_past;
    } else {
        *place.write = access.as_past;
        if (place.reads != nullptr) place.reads[0] = place.reads[1] = {};
    }
}

void RaceCheck::remember_read(const LaneAccess& access, PlaceHistory& place) {
    PastAccess& first = place.reads[0];
    PastAccess& second = place.reads[1];
    if (first.none() || ordered(first, access)) {
        first = access.as_past;
        if (!second.none() && ordered(second, access)) second = {};
    } else if (second.none() || ordered(second, access) || distance(first, access.as_past) > distance(first, second)) {
        second = access.as_past;
    }
}

bool RaceCheck::ordered(PastAccess past, const LaneAccess& now) {
    const uint32_t in_block = past.thread() - block_.before - 1; // wraps round for threads of earlier blocks
    if (in_block < threads_per_block_ && block_.order.ordered(in_block, past.clock(), now.thread)) return true;
    if (block_.knowledge.empty()) return false;
    const uint64_t block = (past.thread() - 1) / threads_per_block_;
    const uint32_t warp = (past.thread() - 1) % threads_per_block_ / warp_size;
    if (block == block_.number && warp == now.thread / warp_size) return false; // what orders lanes, BlockOrder knows
    if (!block_.all_knowledge) block_.all_knowledge = releases_.with_what_follows(block_.knowledge);
    return releases_.ordered(*block_.all_knowledge, block, warp, past.clock(), block_.number);
}

/// 0: same thread, 1: same warp, 2: same block, 3: different blocks.
uint32_t RaceCheck::distance(PastAccess a, PastAccess b) const {
    if (a.thread() == b.thread()) return 0;
    if ((a.thread() - 1) / threads_per_block_ != (b.thread() - 1) / threads_per_block_) return 3;
    const uint32_t warp_of_a = (a.thread() - 1) % threads_per_block_ / warp_size;
    return warp_of_a == (b.thread() - 1) % threads_per_block_ / warp_size ? 1 : 2;
}

/// Whether both store what is the same value in this run. What the earlier one stored is still in memory, unless both
/// are lanes of one request.
bool RaceCheck::same_value(PastAccess past, const LaneAccess& now) const {
    if (now.event == nullptr || is_strong(past.taking()) || is_strong(now.as_past.taking())) return false;
    const auto stored = simt::stored_value(*now.event, now.thread % warp_size);
    if (!stored) return false;
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    if (past.site() < pcs.size() && setup_.instructions[pcs[past.site()]].access_bytes != now.bytes)
        return false; // parts of a value
    // Lanes of a request are looked at from the first on, so the earlier one of the same request has a smaller number.
    const uint32_t lane = now.thread % warp_size;
    const uint32_t past_lane = (past.thread() - 1) % threads_per_block_ % warp_size;
    const bool one_request = distance(past, now.as_past) == 1 && past_lane < lane &&
                             past.site() == now.as_past.site() && (now.event->mask >> past_lane & 1) != 0 &&
                             now.event->address[past_lane] == now.address;
    if (!one_request) return stored->before == stored->now;
    const auto other = simt::stored_value(*now.event, past_lane);
    return other && other->now == stored->now;
}

void RaceCheck::report(PastAccess past, bool past_writes, const LaneAccess& now) {
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    const bool past_known = past.site() < pcs.size();
    RaceSide first{(past.thread() - 1) / threads_per_block_, (past.thread() - 1) % threads_per_block_,
                   past_known ? pcs[past.site()] : now.pc, past_writes, is_strong(past.taking())};
    RaceSide second{block_.number, now.thread, now.pc, now.writes, is_strong(now.as_past.taking())};
    // Which of the two is found second depends on the schedule; which is named first must not.
    if (past_known && std::pair(first.pc, first.block) > std::pair(second.pc, second.block)) std::swap(first, second);
    const std::vector<InstructionFacts>& facts = setup_.facts->by_pc;
    const bool same_constant =
        facts[first.pc].stored_value != 0 && facts[first.pc].stored_value == facts[second.pc].stored_value;
    const bool both_write = first.writes && second.writes;
    const bool harmless = both_write && (same_constant || same_value(past, now));
    const uint32_t apart = distance(past, now.as_past);
    const simt::TrapKind kind = harmless                              ? simt::TrapKind::race_same_value
                                : apart == 1 && first.pc != second.pc ? simt::TrapKind::missing_syncwarp
                                : now.space == ptx::Space::shared     ? simt::TrapKind::race_shared
                                                                      : simt::TrapKind::race_global;
    if (!findings_.is_news(kind, second.pc, second.block)) return;
    simt::Trap trap = make_trap(kind, {second.block, second.thread, second.pc}, setup_.launch, setup_.instructions);
    add_other(trap, {first.block, first.thread, first.pc}, setup_.launch, setup_.instructions);
    trap.space = now.space;
    trap.address = now.address;
    trap.bytes = now.bytes;
    trap.message = race_text(trap, first, second, setup_.launch);
    findings_.keep(std::move(trap));
}

} // namespace warpscope::metrics
