#include "metrics/races/program/result_uses.hpp"
#include "metrics/races/race_check.hpp"
#include "simt/lane_loop.hpp"

namespace warpscope::metrics {

/// Returns false if the loaded value only contributes to values stored in global memory.
bool RaceCheck::may_read_flag(uint32_t pc) {
    if (setup_.facts->by_pc[pc].is_volatile) return true; // volatile loads get here only if they poll
    const auto [found, fresh] = flags_.try_emplace(pc);
    if (!fresh) return found->second;
    const uint32_t first = setup_.launch.program->first_pc(setup_.instructions[pc].function);
    const ptx::Function& function = setup_.launch.program->module().functions[setup_.instructions[pc].function];
    found->second = may_act_on_result(function, pc - first);
    return found->second;
}

void RaceCheck::record_flag_reads(const simt::MemoryEvent& event) {
    if (!may_read_flag(event.pc)) return;
    if (block_.flag_reads.empty()) block_.flag_reads.resize(setup_.launch.config.warps_per_block() * warp_size);
    const InstructionFacts& facts = setup_.facts->by_pc[event.pc];
    const bool is_for_all = facts.acquires && facts.strength != AccessStrength::strong_in_block;
    simt::for_each_lane(event.mask, [&](uint32_t lane) {
        block_.flag_reads[event.warp->first_thread() + lane] = {event.address[lane], event.pc,      event.space, true,
                                                                is_for_all,          facts.acquires};
    });
}

/// Returns the first instruction after `past` in its function with which the block of `past` changed the flag. Excludes
/// compare-and-swap, which may have changed nothing.
std::optional<uint32_t> RaceCheck::setter_of(const FlagRead& read, PastAccess past) {
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    const bool in_shared = read.space == ptx::Space::shared;
    const auto allocation = in_shared ? std::nullopt : setup_.launch.memory->find(read.address);
    const auto found = allocation ? global_.find(*allocation) : global_.end();
    if ((!in_shared && found == global_.end()) || past.site() >= pcs.size()) return std::nullopt;
    const uint32_t access = pcs[past.site()];
    std::optional<uint32_t> best;
    const auto consider = [&](PastAccess setter) {
        if (setter.none() || setter.site() >= pcs.size() ||
            (setter.thread() - 1) / threads_per_block_ != (past.thread() - 1) / threads_per_block_)
            return;
        const uint32_t pc = pcs[setter.site()];
        const bool after = pc > access && setup_.instructions[pc].function == setup_.instructions[access].function;
        if (after && !setup_.facts->by_pc[pc].compares && (!best || pc < *best)) best = pc;
    };
    ShadowRange& range = in_shared ? block_.shared : found->second;
    const uint64_t granule = range.first(read.address);
    const PlaceHistory place = range.at(granule, false, true);
    for (uint32_t k = 0; k < 3; ++k) consider(place.atomic[k]);
    if (place.write->taking() == Taking::volatile_data) consider(*place.write);
    if (const FurtherThreads::Groups* const groups = range.writers().find(granule))
        for (const FurtherThreads::Group& group : *groups)
            simt::for_each_lane(group.lanes, [&](uint32_t lane) { consider(group.by(lane)); });
    return best;
}

/// Returns a flag that could order the accesses: the block of `past` changed the flag, and the current block read the
/// flag. Returns nullopt if the flag's fences are complete.
std::optional<FlagBetween> RaceCheck::flag_between(PastAccess past, const LaneAccess& now) {
    if (block_.flag_reads.empty() || past.none() || distance(past, now.as_past) == 0) return std::nullopt;
    const bool same_block = distance(past, now.as_past) < 3;
    const auto line_of = [&](uint32_t pc) {
        const simt::InstructionInfo& info = setup_.instructions[pc];
        return info.user_source.file.empty() ? info.source : info.user_source;
    };
    const auto by_way_of = [&](const FlagRead& read) -> std::optional<FlagBetween> {
        const bool in_shared = read.space == ptx::Space::shared;
        if (!read.any || (read.space != ptx::Space::global && !in_shared) ||
            (read.space == now.space && read.address == now.address) || (in_shared && !same_block))
            return std::nullopt;
        const std::optional<uint32_t> setter = setter_of(read, past);
        if (!setter) return std::nullopt;
        const auto in_block = [&](uint32_t pc) {
            return setup_.facts->by_pc[pc].strength == AccessStrength::strong_in_block;
        };
        const bool is_fenced = same_block ? read.fenced_in_block : read.fenced;
        FlagBetween flag{read.space, read.address, line_of(*setter), line_of(read.pc), true, !is_fenced};
        flag.is_for_one_block = !same_block && (in_block(*setter) || in_block(read.pc));
        const ReleasedAt& all_released = in_shared ? block_.released : released_;
        if (const auto released = all_released.find(read.address); released != all_released.end())
            flag.lacks_release = !released->second.all.covers((past.thread() - 1) / threads_per_block_,
                                                              (past.thread() - 1) % threads_per_block_, past.clock(),
                                                              same_block ? Reach::block : Reach::device);
        const bool says_why = flag.lacks_release || flag.lacks_acquire || flag.is_for_one_block;
        return says_why ? std::optional(flag) : std::nullopt;
    };
    if (auto own = by_way_of(block_.flag_reads[now.thread])) return own;
    for (const FlagRead& read : block_.flag_reads)
        if (auto other = by_way_of(read)) return other;
    return std::nullopt;
}

} // namespace warpscope::metrics
