#include <algorithm>
#include <bit>

#include "replay/last_pass.hpp"

namespace warpscope::replay {
namespace {

std::optional<uint32_t> lane_at(const Change& change, uint32_t warp, const MemoryAddress& at, uint32_t bytes) {
    if (change.kind == ChangeKind::register_ || change.space != at.space) return std::nullopt;
    for (simt::LaneMask rest = change.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const MemoryAddress begin = change.place(warp, lane);
        if (begin.thread == at.thread && begin.address < at.address + bytes &&
            at.address < begin.address + change.bytes)
            return lane;
    }
    return std::nullopt;
}

} // namespace

std::optional<Event> Recording::find(const MemoryAddress& at, uint32_t bytes, uint64_t record, bool wants_read,
                                     bool forwards) const {
    const auto event_at = [&](uint64_t k) -> std::optional<Event> {
        const Record& own = c_.records[k];
        std::optional<Event> found;
        visit(k, [&](const Change& change) {
            if (wants_read ? !change.reads() : !change.writes()) return;
            if (const auto lane = lane_at(change, own.warp, at, bytes))
                found = Event{k, step_of(k), own.warp, *lane, change.kind == ChangeKind::from_outside};
        });
        return found;
    };
    if (forwards) {
        for (uint64_t k = record; k < record_count(); ++k)
            if (auto found = event_at(k)) return found;
    } else {
        for (uint64_t k = std::min(record, record_count()); k-- > 0;)
            if (auto found = event_at(k)) return found;
    }
    return std::nullopt;
}

std::optional<Event> Recording::last_write(const MemoryAddress& at, uint32_t bytes, uint64_t record) const {
    return find(at, bytes, record, false, false);
}
std::optional<Event> Recording::first_read(const MemoryAddress& at, uint32_t bytes, uint64_t record) const {
    return find(at, bytes, record, true, true);
}
std::optional<Event> Recording::next_write(const MemoryAddress& at, uint32_t bytes, uint64_t record) const {
    return find(at, bytes, record, false, true);
}

std::optional<uint32_t> Recording::next_step_of(uint32_t warp, uint64_t step) const {
    for (uint64_t k = step; k < c_.steps.size(); ++k)
        if (c_.steps[k].warp == warp) return static_cast<uint32_t>(k);
    return std::nullopt;
}

simt::LaneMask Recording::lanes_set(uint32_t warp, uint32_t register_index, uint64_t record) const {
    simt::LaneMask lanes = 0;
    if (const auto found = c_.first_sets.find({warp, register_index}); found != c_.first_sets.end())
        for (const FirstSet& set : found->second)
            if (set.record < record) lanes |= set.lanes;
    return lanes;
}

std::optional<uint64_t> Recording::last_record_of(uint32_t warp, uint64_t end) const {
    for (uint64_t step = end == 0 ? 0 : uint64_t{step_of(end - 1)} + 1; step-- > 0;)
        if (c_.steps[step].warp == warp && c_.steps[step].first_record < end)
            return std::min(end, records_before(step + 1)) - 1;
    return std::nullopt;
}

simt::LaneMask Recording::lanes_active(uint32_t warp, uint64_t first, uint64_t end) const {
    const std::vector<Activity>& all = c_.activity[warp];
    simt::LaneMask lanes = 0;
    auto at = std::ranges::lower_bound(all, first, {}, &Activity::record);
    // The lanes of the previous entry stay active until this one.
    if (at != all.begin()) {
        const bool has_more = at == all.end() ? last_record_of(warp, end).value_or(0) >= first : at->previous >= first;
        if (has_more) lanes |= std::prev(at)->active;
    }
    for (; at != all.end() && at->record < end; ++at) lanes |= at->active;
    return lanes;
}

std::array<std::optional<uint64_t>, warp_size> Recording::last_records(uint32_t warp, uint64_t end) const {
    std::array<std::optional<uint64_t>, warp_size> last;
    auto newest = last_record_of(warp, end);
    if (!newest) return last;
    const std::vector<Activity>& all = c_.activity[warp];
    const uint64_t threads = c_.config.threads_per_block() - uint64_t{warp} * warp_size;
    simt::LaneMask rest = threads >= warp_size ? ~simt::LaneMask{0} : (simt::LaneMask{1} << threads) - 1;
    auto after = std::ranges::lower_bound(all, end, {}, &Activity::record);
    for (uint64_t record = *newest; after != all.begin() && rest != 0; record = after->previous) {
        --after;
        each_lane(rest & after->active, [&](uint32_t lane) { last[lane] = record; });
        rest &= ~after->active;
    }
    return last;
}

std::optional<uint64_t> Recording::next_record_of(uint32_t warp, uint32_t lane, uint64_t record) const {
    const std::vector<Activity>& all = c_.activity[warp];
    auto at = std::ranges::upper_bound(all, record, {}, &Activity::record);
    if (at != all.begin()) --at;
    for (; at != all.end(); ++at) {
        if ((at->active >> lane & 1) == 0) continue;
        if (at->record >= record) return at->record;
        const uint64_t end = std::next(at) == all.end() ? record_count() : std::next(at)->record;
        for (uint64_t k = record; k < end; ++k)
            if (c_.records[k].warp == warp) return k;
    }
    return std::nullopt;
}

std::optional<Split> Recording::find_split(uint32_t step, uint32_t lane) const {
    const Step& now = c_.steps[step];
    const simt::LaneMask own = simt::LaneMask{1} << lane;
    if ((now.active & own) != 0) return std::nullopt;
    for (size_t k = c_.splits.size(); k-- > 0;) {
        const Split& split = c_.splits[k];
        if (split.record > now.first_record || split.warp != now.warp || (split.active & own) == 0) continue;
        // Finds the newest branch where the lane left all active lanes.
        if ((split.active & now.active) != now.active) continue;
        const bool jumped = (split.taken & own) != 0;
        const simt::LaneMask same_way = jumped ? split.taken : split.active & ~split.taken;
        if ((same_way & now.active) == 0) return split;
    }
    return std::nullopt;
}

bool jumped_last(const Recording& recording, const Split& split, uint32_t lane, uint64_t end) {
    constexpr uint64_t max = 1 << 16;
    const auto& records = recording.contents().records;
    const auto last = recording.last_records(split.warp, end)[lane];
    uint64_t there = split.record;
    for (uint64_t k = last.value_or(0); k > split.record && last && *last - k < max; --k)
        if (records[k].warp == split.warp && records[k].pc == split.pc && (records[k].active >> lane & 1) != 0) {
            there = k;
            break;
        }
    if (there == split.record) return (split.taken >> lane & 1) != 0;
    const auto next = recording.next_record_of(split.warp, lane, there + 1);
    return next && records[*next].pc != split.pc + 1;
}

} // namespace warpscope::replay
