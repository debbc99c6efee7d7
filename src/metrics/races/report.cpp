#include "metrics/races/race_check.hpp"

namespace warpscope::metrics {

uint32_t RaceCheck::distance(PastAccess a, PastAccess b) const {
    if (a.thread() == b.thread()) return 0;
    if ((a.thread() - 1) / threads_per_block_ != (b.thread() - 1) / threads_per_block_) return 3;
    const uint32_t warp_of_a = (a.thread() - 1) % threads_per_block_ / warp_size;
    return warp_of_a == (b.thread() - 1) % threads_per_block_ / warp_size ? 1 : 2;
}

/// Compares the stored value with the overwritten one, or with the other lane's value if one request stores both.
bool RaceCheck::same_value(PastAccess past, const LaneAccess& now) const {
    if (now.event == nullptr) return false;
    const auto stored = simt::stored_value(*now.event, now.thread % warp_size);
    if (!stored) return false;
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    if (past.site() < pcs.size() && setup_.instructions[pcs[past.site()]].access_bytes != now.bytes)
        return false; // the store may have changed only a part of the value
    // Lanes are visited in ascending order, so `past` is the lower lane of one request.
    const uint32_t lane = now.thread % warp_size;
    const uint32_t past_lane = (past.thread() - 1) % threads_per_block_ % warp_size;
    const bool one_request = distance(past, now.as_past) == 1 && past_lane < lane &&
                             past.site() == now.as_past.site() && (now.event->mask >> past_lane & 1) != 0 &&
                             now.event->address[past_lane] == now.address;
    if (!one_request) return stored->before == stored->now;
    const auto other = simt::stored_value(*now.event, past_lane);
    return other && other->now == stored->now;
}

bool RaceCheck::same_constant(uint32_t one_pc, uint32_t other_pc) const {
    const std::vector<InstructionFacts>& facts = setup_.facts->by_pc;
    return facts[one_pc].stored_value != 0 && facts[one_pc].stored_value == facts[other_pc].stored_value;
}

PlaceUpdate RaceCheck::update_by(uint32_t store, std::optional<uint32_t> load) {
    const auto function_of = [&](uint32_t pc) { return setup_.instructions[pc].function; };
    if (load && function_of(*load) != function_of(store)) return PlaceUpdate::none;
    const auto [found, fresh] = updates_.try_emplace({store, load.value_or(store)});
    if (fresh) {
        const uint32_t first_pc = setup_.launch.program->first_pc(function_of(store));
        const ptx::Function& function = setup_.launch.program->module().functions[function_of(store)];
        found->second = update_of_place(function, store - first_pc,
                                        load ? std::optional(*load - first_pc) : std::optional<uint32_t>());
    }
    return found->second;
}

PlaceUpdate RaceCheck::update_between(const RaceSide& first, const RaceSide& second) {
    if (first.writes && second.writes) return std::min(update_by(first.pc, {}), update_by(second.pc, {}));
    return first.writes ? update_by(first.pc, second.pc) : update_by(second.pc, first.pc);
}

void RaceCheck::describe(RaceSide& side) const {
    const InstructionFacts& facts = setup_.facts->by_pc[side.pc];
    side.strength = facts.strength;
    side.is_volatile = facts.is_volatile;
    side.only_stores = facts.only_stores;
    side.is_read_only = facts.is_read_only;
    side.bytes = setup_.instructions[side.pc].access_bytes;
}

void RaceCheck::report(PastAccess past, bool past_writes, const LaneAccess& now) {
    const std::vector<uint32_t>& pcs = setup_.facts->pc_of_site;
    const bool past_known = past.site() < pcs.size();
    RaceSide first{(past.thread() - 1) / threads_per_block_, (past.thread() - 1) % threads_per_block_,
                   past_known ? pcs[past.site()] : now.pc, past_writes};
    RaceSide second{block_.number, now.thread, now.pc, now.writes};
    // Makes the message independent of the order of detection.
    if (past_known && std::pair(first.pc, first.block) > std::pair(second.pc, second.block)) std::swap(first, second);
    // Ignores races in headers of cooperative groups, whose code has column 0 (compile/nvrtc/header_lines.hpp).
    const auto is_of_library = [&](uint32_t pc) {
        const SourceLocation& source = setup_.instructions[pc].source;
        return source.line != 0 && source.column == 0;
    };
    if (now.space == ptx::Space::shared && is_of_library(first.pc) && is_of_library(second.pc)) return;
    for (RaceSide* const side : {&first, &second}) describe(*side);
    const bool both_write = first.writes && second.writes;
    const bool both_volatile = first.is_volatile && first.only_stores && second.is_volatile && second.only_stores;
    const bool any_strong = !both_volatile && (is_strong(past.taking()) || is_strong(now.as_past.taking()));
    const bool harmless = both_write && (same_constant(first.pc, second.pc) || (!any_strong && same_value(past, now)));
    const bool reads_stale = first.is_read_only || second.is_read_only; // the load is wrong even after a barrier
    const uint32_t apart = distance(past, now.as_past);
    const simt::FindingKind kind = harmless ? simt::FindingKind::race_same_value
                                   : apart == 1 && first.pc != second.pc && !reads_stale
                                       ? simt::FindingKind::missing_syncwarp
                                   : now.space == ptx::Space::shared ? simt::FindingKind::race_shared
                                                                     : simt::FindingKind::race_global;
    const PlaceUpdate update = past_known ? update_between(first, second) : PlaceUpdate::none;
    const bool is_note = harmless && apart == 1 && past_known && first.pc == second.pc && update != PlaceUpdate::counts;
    if (!findings_.is_new(kind, second.pc, second.block, is_note)) return;
    simt::Finding finding =
        make_finding(kind, {second.block, second.thread, second.pc}, setup_.launch, setup_.instructions);
    add_other(finding, {first.block, first.thread, first.pc}, setup_.launch, setup_.instructions);
    finding.is_note = is_note;
    finding.space = now.space;
    finding.address = now.address;
    finding.bytes = now.bytes;
    // Lanes of one warp need a fence only if they update a counter under a lock. Otherwise they need __syncwarp().
    const bool may_lack_fence = apart > 1 || (update != PlaceUpdate::none && !harmless);
    const std::optional<FlagBetween> flag = may_lack_fence ? flag_between(past, now) : std::nullopt;
    finding.message = race_message(finding, first, second, setup_.launch, flag, update);
    findings_.keep(std::move(finding));
}

} // namespace warpscope::metrics
