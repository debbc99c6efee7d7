#include "metrics/races/race_check.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "metrics/races/program/control_independence.hpp"
#include "simt/lane_loop.hpp"

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

uint64_t RaceCheck::bytes_of_block(const simt::BlockSize& size) const {
    const uint64_t clocks = size.warps * (size.warps + warp_size * warp_size) * sizeof(uint32_t);
    const uint64_t flag_reads = size.warps * warp_size * sizeof(FlagRead);
    return size.shared_bytes / setup_.facts->shared_granule * ShadowRange::bytes_of_granule + clocks + flag_reads;
}

void RaceCheck::on_block_begin(uint64_t block, const Dim3&) {
    block_.number = block;
    block_.before = static_cast<ThreadId>(block * threads_per_block_);
    const auto warps = static_cast<uint32_t>(setup_.launch.config.warps_per_block());
    block_.order.begin(block, warps);
    block_.reached.assign(warps, 0);
    block_.released.clear();
    block_.mbarriers.clear();
    block_.flag_reads.clear();
    block_.shared.clear();
    if (setup_.facts->copies) block_.copies.begin(threads_per_block_);
    block_.shared_stored = false;
    block_.shared_outdated = false;
    queued_ = 0;
}

void RaceCheck::on_block_leave(uint64_t block) {
    // Frees outdated records, because many blocks may be suspended.
    if (block_.shared_outdated) block_.shared = ShadowRange(0, setup_.facts->shared_granule);
    drain_queue();
    aside_.emplace(block, std::move(block_));
    block_ = PerBlock(setup_.facts->shared_granule);
}

void RaceCheck::on_block_return(uint64_t block) {
    auto found = aside_.find(block);
    block_ = std::move(found->second);
    aside_.erase(found);
    queued_ = 0; // queued loads belong to a block that has ended
}

void RaceCheck::resume(uint32_t warp) {
    if (!block_.order.resume(warp)) return;
    queued_ = 0;
    block_.shared_stored = false;
    block_.shared_outdated = true;
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
    if (!setup_.only_shared && setup_.facts->by_pc[event.pc].reads_flag) record_flag_reads(event);
    if (setup_.facts->synchronizes) synchronize(event);
}

void RaceCheck::on_barrier(const simt::BarrierEvent& event) {
    const uint32_t warp = event.warp->warp;
    resume(warp);
    if (setup_.facts->by_pc[event.pc].only_acquires) return; // on_memory() orders waits for mbarriers
    if (event.barrier == ~0u)
        block_.order.sync_lanes(warp, event.active, event.active == event.warp->launched);
    else
        block_.order.arrive(warp, event.barrier, !setup_.facts->by_pc[event.pc].arrives_only);
}

void RaceCheck::on_step(const simt::StepEvent& event) {
    const uint32_t warp = event.warp->warp;
    resume(warp);
    uint32_t& reached = block_.reached[warp];
    if (reached == event.end_pc) reached = 0; // reached by other lanes or an earlier iteration, so starts over
    see_sync_points(warp, event.active, event.first_pc, event.end_pc);
}

Taking RaceCheck::taking_of(const InstructionFacts& facts, const simt::MemoryEvent& event) {
    const AccessStrength strength = facts.strength_of(event.kind);
    if (strength == AccessStrength::plain) return Taking::plain;
    const bool in_global = event.space == ptx::Space::global;
    // Global volatile stores are strong, because several threads may set a flag.
    const bool may_be_flag = facts.waits || (in_global && (facts.polls || event.kind != simt::AccessKind::load));
    if (facts.is_volatile && !may_be_flag) return Taking::volatile_data;
    return strength == AccessStrength::strong_in_block ? Taking::strong_in_block : Taking::strong;
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
    const Taking taking = taking_of(facts, event);
    access.as_past = {block_.before + access.thread + 1, block_.order.clock(event.warp->warp), taking, facts.site};
    return access;
}

void RaceCheck::check_global(const simt::MemoryEvent& event) {
    const auto only_loaded = [&](uint32_t allocation) {
        return allocation < setup_.only_loaded.size() && setup_.only_loaded[allocation] != 0;
    };
    const auto range_of = [&](uint32_t allocation) -> ShadowRange& {
        const simt::Allocation& memory = setup_.launch.memory->allocations()[allocation];
        return global_.try_emplace(allocation, memory.begin, setup_.facts->global_granule).first->second;
    };
    if (only_loaded(event.allocation)) return;
    if (event.allocation != ~0u) {
        ShadowRange& range = range_of(event.allocation);
        if (!check_run(range, event)) check_lanes(range, event, event.mask, event.allocation == setup_.heap);
        return;
    }
    simt::for_each_lane(event.mask, [&](uint32_t lane) {
        const uint32_t allocation = setup_.launch.memory->find(event.address[lane]).value_or(~0u);
        if (allocation == ~0u || only_loaded(allocation)) return;
        check_lanes(range_of(allocation), event, simt::LaneMask{1} << lane, allocation == setup_.heap);
    });
}

void RaceCheck::check_lanes(ShadowRange& range, const simt::MemoryEvent& event, simt::LaneMask lanes, bool is_in_heap) {
    LaneAccess access = lane_access(event, static_cast<uint32_t>(std::countr_zero(lanes)));
    access.in_heap = is_in_heap;
    const bool loads_strongly = is_in_heap && !access.writes && is_strong(access.as_past.taking());
    simt::for_each_lane(lanes, [&](uint32_t lane) {
        access.thread = event.warp->first_thread() + lane;
        access.address = event.address[lane];
        access.as_past = access.as_past.of_thread(block_.before + access.thread + 1);
        check_lane(range, access);
        if (loads_strongly) remember_strong_load(access, range);
    });
}

bool RaceCheck::check_run(ShadowRange& range, const simt::MemoryEvent& event) {
    const InstructionFacts& facts = setup_.facts->by_pc[event.pc];
    const auto leader = static_cast<uint32_t>(std::countr_zero(event.mask));
    const auto lanes = static_cast<uint32_t>(std::popcount(event.mask));
    const bool is_run = event.contiguous && event.highest - event.lowest == uint64_t{lanes - 1} * event.bytes;
    const uint32_t per_lane = range.whole_granules(event.lowest, event.bytes);
    if (!is_run || per_lane == 0 || event.kind == simt::AccessKind::atomic || facts.is_read_only ||
        taking_of(facts, event) != Taking::plain)
        return false;
    const bool writes = event.kind == simt::AccessKind::store;
    const uint64_t first = range.first(event.lowest), last = first + uint64_t{lanes} * per_lane - 1;
    if (range.has_atomics(first, last)) return false;
    if (writes && (range.readers().has_any(first, last) || range.seen().has_any(first, last))) return false;
    const auto stored = range.writes(first, last, false), loaded = range.reads(first, last, false);
    if (!stored || !loaded) return false;
    const uint32_t warp = event.warp->warp;
    const ThreadId first_thread = block_.before + event.warp->first_thread() + leader + 1;
    const auto come_before = [&](const PastAccess* past, uint32_t per_thread) {
        if (past == nullptr) return true;
        for (uint32_t lane = 0; lane < lanes; ++lane)
            for (uint32_t k = 0; k < per_thread; ++k)
                if (!surely_precedes(*past++, first_thread + lane, warp)) return false;
        return true;
    };
    if (!come_before(*stored, per_lane) || !come_before(*loaded, 2 * per_lane)) return false;
    PastAccess* const writes_now = writes ? *range.writes(first, last, true) : nullptr;
    PastAccess* const reads_now = writes ? *loaded : *range.reads(first, last, true);
    const PastAccess of_first(first_thread, block_.order.clock(warp), Taking::plain, facts.site);
    for (uint32_t k = 0; k < lanes * per_lane; ++k) {
        const PastAccess now = of_first.of_thread(first_thread + k / per_lane);
        if (writes) writes_now[k] = now;
        if (reads_now == nullptr) continue;
        reads_now[2 * size_t{k}] = writes ? PastAccess() : now;
        reads_now[2 * size_t{k} + 1] = {};
    }
    return true;
}

void RaceCheck::check_shared(const simt::MemoryEvent& event) {
    if (setup_.facts->copies) check_copies(event);
    const bool load = event.kind == simt::AccessKind::load;
    const InstructionFacts& facts = setup_.facts->by_pc[event.pc];
    const bool strong = facts.strength_of(event.kind) != AccessStrength::plain && !facts.is_volatile;
    const bool waits = facts.waits || (load && strong); // polls and strong loads are not recorded as reads
    if (load && !waits && !block_.shared_stored && queued_ < max_queued_loads) {
        queue_load(event);
        return;
    }
    if (!waits) {
        drain_queue();
        block_.shared_stored = true; // also set when the queue is full, so that later loads bypass it
    }
    block_.shared_outdated = false;
    if (!check_run(block_.shared, event)) check_lanes(block_.shared, event, event.mask, false);
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

void RaceCheck::drain_queue() {
    if (queued_ != 0) block_.shared_outdated = false;
    for (const QueuedLoad& load : std::span(queue_.get(), queued_))
        simt::for_each_lane(load.mask, [&](uint32_t lane) {
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
                const PlaceHistory place = block_.shared.at(i, true, false);
                remember_read(access, block_.shared, i, place);
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
        if (comes_after_all(access, range, i, place)) {
            if (access.writes) *place.write = access.as_past;
            if (place.reads == nullptr) continue;
            place.reads[0] = access.writes ? PastAccess() : access.as_past;
            place.reads[1] = {};
            continue;
        }
        reported = reported || clashes(access, range, i, place);
        if (!access.writes && strong && !reported) remember_seen(access, range, i, place);
        if (access.writes && !range.seen().empty()) range.seen().forget(i, i);
        if (plain_load) {
            remember_read(access, range, i, place);
        } else if (access.writes && strong) {
            remember_strong_write(access, range, i, place);
        } else if (access.writes) {
            *place.write = access.as_past;
            if (place.reads != nullptr) place.reads[0] = place.reads[1] = {};
        }
        if (access.writes && !range.readers().empty()) reported = clashes_with_readers(access, range, i) || reported;
    }
}

bool RaceCheck::comes_after_all(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                                const PlaceHistory& place) const {
    if (access.as_past.taking() != Taking::plain || (place.atomic != nullptr && !place.atomic->none()) ||
        setup_.facts->by_pc[access.pc].is_read_only)
        return false;
    const auto precedes = [&](PastAccess past) {
        return surely_precedes(past, access.as_past.thread(), access.thread / warp_size);
    };
    if (!precedes(*place.write)) return false;
    if (place.reads != nullptr && !(precedes(place.reads[0]) && precedes(place.reads[1]))) return false;
    return !access.writes || !(range.readers().has_any(granule, granule) || range.seen().has_any(granule, granule));
}

bool RaceCheck::clashes(const LaneAccess& now, ShadowRange& range, uint64_t granule, PlaceHistory& place) {
    // If `now` follows a read of the last write, it follows all writes: earlier writes precede the last write or were
    // reported.
    const bool has_seen = now.writes && now.as_past.taking() != Taking::plain &&
                          (now.space == ptx::Space::shared || now.in_heap) && has_seen_last(now, range, granule);
    const bool strong = is_strong(now.as_past.taking());
    const auto races = [&](PastAccess past, bool past_writes) {
        if (past.none() || ordered(past, now) || is_volatile_beside_atomic(past, now)) return false;
        report(past, past_writes, now);
        return true;
    };
    if (setup_.facts->loads_read_only && now.event != nullptr && setup_.facts->by_pc[now.pc].is_read_only &&
        reads_stored_place(now, place))
        return true;
    const bool answers = strong && !now.writes && place.write->taking() == Taking::volatile_data; // polls a flag
    if (!answers && !has_seen && races(*place.write, true)) return true;
    if (now.writes && place.reads != nullptr && (races(place.reads[0], false) || races(place.reads[1], false)))
        return true;
    if (has_seen || place.atomic == nullptr || place.atomic->none() || resets_as_last(now, place)) return false;
    const auto clashes_with = [&](PastAccess past) {
        // Two strong accesses race only if their scopes do not suffice or their sizes differ.
        const bool one_in_block = now.as_past.taking() == Taking::strong_in_block ||
                                  (!past.none() && past.taking() == Taking::strong_in_block);
        const bool far = distance(past, now.as_past) > 2;
        return (!strong || (one_in_block && far) || have_different_sizes(past, now)) && races(past, true);
    };
    if (clashes_with(place.atomic[0]) || clashes_with(place.atomic[1])) return true;
    if (replaces_unseen(now, range, granule, place)) return true;
    if (strong) return false;
    const FurtherThreads::Groups* const further = range.writers().find(granule);
    return further != nullptr && std::ranges::any_of(*further, [&](const FurtherThreads::Group& group) {
               bool clashed = false;
               simt::for_each_lane(group.lanes,
                                   [&](uint32_t lane) { clashed = clashed || clashes_with(group.by(lane)); });
               return clashed;
           });
}

bool RaceCheck::reads_stored_place(const LaneAccess& now, const PlaceHistory& place) {
    const PastAccess store = !place.write->none()      ? *place.write
                             : place.atomic != nullptr ? place.atomic[0]
                                                       : PastAccess();
    if (store.none()) return false;
    report(store, true, now);
    return true;
}

bool RaceCheck::have_different_sizes(PastAccess past, const LaneAccess& now) const {
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    if (past.none() || past.site() >= pcs.size() || now.event == nullptr ||
        now.event->kind != simt::AccessKind::atomic || setup_.facts->by_pc[now.pc].at_mbarrier)
        return false;
    const uint32_t pc = pcs[past.site()];
    const InstructionFacts& facts = setup_.facts->by_pc[pc];
    return !facts.only_stores && !facts.at_mbarrier && setup_.instructions[pc].access_bytes != now.bytes;
}

/// Returns true for a volatile load and an atomic, which do not race.
bool RaceCheck::is_volatile_beside_atomic(PastAccess past, const LaneAccess& now) const {
    if (now.space != ptx::Space::global) return false;
    if (now.as_past.taking() == Taking::volatile_data) return is_strong(past.taking()) && !is_volatile_store(past);
    return past.taking() == Taking::volatile_data && is_strong(now.as_past.taking()) &&
           !setup_.facts->by_pc[now.pc].is_volatile_store();
}

/// Returns whether `now` resets a counter in the thread that made the last atomic. Such a reset does not race. Excludes
/// stores that happen for any result of the atomic.
bool RaceCheck::resets_as_last(const LaneAccess& now, const PlaceHistory& place) {
    const PastAccess last = place.atomic[2];
    if (now.reads || is_strong(now.as_past.taking()) || last.thread() != now.as_past.thread() ||
        is_volatile_store(last))
        return false;
    if (last.site() >= setup_.facts->pc_of_site.size()) return true;
    const uint32_t earlier = setup_.facts->pc_of_site[last.site()];
    const auto [found, fresh] = control_independent_.try_emplace({earlier, now.pc});
    if (fresh) found->second = is_control_independent(*setup_.launch.program, earlier, now.pc);
    return !found->second;
}

void RaceCheck::remember_strong_write(const LaneAccess& access, ShadowRange& range, uint64_t granule,
                                      const PlaceHistory& place) {
    const PastAccess left = remember_two(access, place.atomic);
    if (!left.none()) remember_further(left, access, range.further_writers(granule));
    place.atomic[2] = access.reads || is_volatile_store(access.as_past) ? access.as_past : PastAccess();
}

bool RaceCheck::ordered(PastAccess past, const LaneAccess& now) {
    const uint32_t in_block = past.thread() - block_.before - 1; // wraps for threads of earlier blocks
    if (in_block < threads_per_block_ && block_.order.ordered(in_block, past.clock(), now.thread)) return true;
    const GridClocks& acquired = block_.order.fences().acquired(now.thread / warp_size, now.thread % warp_size);
    if (acquired.empty()) return false;
    if (past.clock() >= BlockOrder::last_clock) return true;
    const uint64_t block = (past.thread() - 1) / threads_per_block_;
    return acquired.covers(block, (past.thread() - 1) % threads_per_block_, past.clock(),
                           block == block_.number ? Reach::block : Reach::device);
}

} // namespace warpscope::metrics
