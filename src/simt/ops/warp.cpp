// Each split computes its own lanes' results from the operands of all taking_part() lanes.
#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "simt/code/opcode_form.hpp"
#include "simt/divergence/warp_collective.hpp"
#include "simt/lanes/scalar_lanes.hpp"
#include "simt/message_parts.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

using ptx::AtomicOp;
using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

void write_predicate(std::byte* frame, uint32_t offset, LaneMask value, LaneMask mask) {
    LaneMask& p = *slot<LaneMask>(frame, offset);
    p = (p & ~mask) | (value & mask);
}

struct Group {
    LaneMask callers = 0, members = 0;
};

/// Returns the lanes of `rest` that have the mask of the first lane. Reports missing lanes and contradicting masks.
Group group_of_first(Warp& warp, const Inst* i, const uint32_t* masks, LaneMask rest) {
    const auto leader = static_cast<uint32_t>(std::countr_zero(rest));
    const LaneMask named = masks[leader];
    LaneMask callers = 0;
    for_each_lane(rest, [&](uint32_t lane) { callers |= masks[lane] == named ? LaneMask{1} << lane : 0; });
    const LaneMask here = taking_part(warp);
    const LaneMask absent = named & ~here & ~warp.exited;
    const LaneMask disagree = named & here & ~callers;
    const LaneMask outside = callers & ~named;
    if (absent != 0)
        record_plain_finding(
            warp, i, leader, FindingKind::barrier_divergence,
            msg("the member mask {} contains lanes that do not execute this: {} are on a different path",
                mask_text(named), mask_text(absent)));
    if (outside != 0)
        record_plain_finding(
            warp, i, static_cast<uint32_t>(std::countr_zero(outside)), FindingKind::barrier_divergence,
            msg("the member mask {} leaves out lanes that execute this: {}", mask_text(named), mask_text(outside)));
    else if (disagree != 0)
        record_plain_finding(warp, i, leader, FindingKind::barrier_divergence,
                             msg("the member mask {} contains lanes that pass a different mask: {}", mask_text(named),
                                 mask_text(disagree)));
    return {callers, named & callers};
}

bool is_uniform(const uint32_t* values) {
    uint32_t differs = 0;
    for (uint32_t lane = 0; lane < warp_size; ++lane) differs |= values[lane] ^ values[0];
    return differs == 0;
}

bool is_whole_warp(const Warp& warp, const uint32_t* masks) {
    return warp.exec == all_lanes && masks[0] == all_lanes && is_uniform(masks);
}

void write_lanes(uint32_t* results, uint32_t value, LaneMask lanes) {
    if (lanes == all_lanes)
        std::fill_n(results, warp_size, value);
    else
        for_each_lane(lanes, [&](uint32_t lane) { results[lane] = value; });
}

template<class Work>
void for_each_group(Warp& warp, const Inst* i, const uint32_t* masks, Work&& work) {
    if (is_whole_warp(warp, masks)) return work(Group{all_lanes, all_lanes});
    for (LaneMask rest = taking_part(warp); rest != 0;) {
        const Group group = group_of_first(warp, i, masks, rest);
        work(group);
        rest &= ~group.callers;
    }
}

const Inst* activemask(Warp& warp, const Inst* i, std::byte* frame) {
    write_lanes(slot<uint32_t>(frame, i->d), warp.exec, warp.exec);
    return i + 2;
}

const Inst* elect(Warp& warp, const Inst* i, std::byte* frame) {
    LaneMask leaders = 0;
    for_each_group(warp, i, slot<uint32_t>(frame, i->a), [&](const Group& group) {
        const LaneMask leader = group.members & (~group.members + 1);
        leaders |= leader;
        write_lanes(slot<uint32_t>(frame, i->d), static_cast<uint32_t>(std::countr_zero(leader)),
                    group.callers & warp.exec);
    });
    write_predicate(frame, i[1].d, leaders, warp.exec);
    return i + 2;
}

template<Mode mode>
const Inst* vote(Warp& warp, const Inst* i, std::byte* frame) {
    const LaneMask ayes = *slot<LaneMask>(frame, i->a);
    const auto count = [&](const Group& group) {
        const LaneMask votes = ayes & group.members;
        if constexpr (mode == Mode::ballot) {
            write_lanes(slot<uint32_t>(frame, i->d), votes, group.callers & warp.exec);
        } else {
            const bool holds = mode == Mode::all   ? votes == group.members
                               : mode == Mode::any ? votes != 0
                                                   : votes == 0 || votes == group.members;
            write_predicate(frame, i->d, holds ? all_lanes : 0, group.callers & warp.exec);
        }
    };
    if (i[1].a != 0)
        for_each_group(warp, i, slot<uint32_t>(frame, i->b), count);
    else
        count({warp.exec, warp.exec});
    return i + 2;
}

template<class T, bool all>
const Inst* match(Warp& warp, const Inst* i, std::byte* frame) {
    T a[warp_size]; // the source may be the destination
    std::memcpy(a, frame + i->a, sizeof(a));
    for_each_group(warp, i, slot<uint32_t>(frame, i->b), [&](const Group& group) {
        uint32_t results[warp_size]{};
        LaneMask whole = 0;
        for_each_lane(group.members, [&](uint32_t lane) {
            uint32_t equal = 0;
            for (uint32_t other = 0; other < warp_size; ++other) equal |= uint32_t{a[lane] == a[other]} << other;
            results[lane] = equal & group.members;
            if (results[lane] == group.members) whole |= LaneMask{1} << lane;
        });
        for_each_lane(group.callers & warp.exec, [&](uint32_t lane) {
            slot<uint32_t>(frame, i->d)[lane] = all ? (whole != 0 ? group.members : 0) : results[lane];
        });
        if (all) write_predicate(frame, i[1].d, whole != 0 ? all_lanes : 0, group.callers & warp.exec);
    });
    return i + 2;
}

/// Returns lanes whose source is inactive, except those that group_of_first() reports.
LaneMask inactive_lane_readers(const Warp& warp, const uint8_t* sources, const LaneMask* partners,
                               const uint32_t* masks) {
    LaneMask readers = 0;
    for_each_lane(warp.exec, [&](uint32_t lane) {
        const LaneMask source = LaneMask{1} << sources[lane];
        const bool foreign = (partners[lane] & source) == 0 && ((warp.exited | ~masks[lane]) & source) != 0;
        if (foreign && sources[lane] != lane) readers |= LaneMask{1} << lane;
    });
    return readers;
}

void note_inactive_lane(Warp& warp, const Inst* i, LaneMask readers, const uint8_t* sources, const uint32_t* masks,
                        uint32_t* results) {
    const uint64_t block = warp.context.block;
    const auto place =
        warp.worker->inactive_lane_shuffles.try_emplace(i->pc, InactiveLaneShuffle{i->pc, block, block}).first;
    place->second.first_block = std::min(place->second.first_block, block);
    place->second.last_block = std::max(place->second.last_block, block);
    InactiveLaneValues* const values = warp.worker->launch->options->inactive_lane_values;
    if (values == nullptr) return;
    for_each_lane(readers, [&](uint32_t lane) {
        const uint32_t thread = warp.context.first_thread() + lane;
        results[lane] = values->value_for(block, i->pc, thread);
        if (block != values->block) return;
        const bool ended = (warp.exited >> sources[lane] & 1) != 0;
        const auto [read, fresh] = values->reads.try_emplace({i->pc, thread});
        if (fresh) read->second = {sources[lane], masks[lane], ended, user_place(warp.context, i->pc)};
    });
}

/// Shuffles by one amount. Returns the lanes whose source is in range, or nullopt if amounts differ or the shuffle uses
/// segments.
template<Mode mode>
std::optional<LaneMask> shuffle_evenly(const uint32_t* values, const uint32_t* b, const uint32_t* c,
                                       uint32_t* results) {
    constexpr uint32_t whole_width = mode == Mode::up ? 0 : 31;
    if ((c[0] & 0x1f1f) != whole_width || !is_uniform(b) || !is_uniform(c)) return std::nullopt;
    const uint32_t amount = b[0] & 31, others = warp_size - amount;
    if constexpr (mode == Mode::up) {
        std::copy_n(values, amount, results);
        std::copy_n(values, others, results + amount);
        return all_lanes << amount;
    } else if constexpr (mode == Mode::down) {
        std::copy_n(values + amount, others, results);
        std::copy_n(values + others, amount, results + others);
        return all_lanes >> amount;
    } else if constexpr (mode == Mode::bfly) {
        for (uint32_t lane = 0; lane < warp_size; ++lane) results[lane] = values[lane ^ amount];
        return all_lanes;
    } else {
        std::fill_n(results, warp_size, values[amount]);
        return all_lanes;
    }
}

/// c: clamp in bits 0-4, segment mask in bits 8-12.
template<Mode mode>
const Inst* shuffle(Warp& warp, const Inst* i, std::byte* frame) {
    if (i[1].a != 0 && (warp.hooks & wants_shuffles) == 0 && is_whole_warp(warp, slot<uint32_t>(frame, i->aux))) {
        alignas(64) uint32_t results[warp_size];
        if (const auto in_range = shuffle_evenly<mode>(slot<uint32_t>(frame, i->a), slot<uint32_t>(frame, i->b),
                                                       slot<uint32_t>(frame, i->c), results)) {
            std::memcpy(frame + i->d, results, sizeof(results));
            *slot<LaneMask>(frame, i[1].d) = *in_range;
            return i + 2;
        }
    }
    LaneMask partners[warp_size];
    bool all_take_part = i[1].a != 0;
    if (i[1].a != 0)
        for_each_group(warp, i, slot<uint32_t>(frame, i->aux), [&](const Group& group) {
            all_take_part = all_take_part && group.members == all_lanes;
            for_each_lane(group.callers, [&](uint32_t lane) { partners[lane] = group.members; });
        });
    else
        std::fill_n(partners, warp_size, warp.exec);
    uint32_t values[warp_size];
    std::memcpy(values, frame + i->a, sizeof(values));
    const uint32_t* const b = slot<uint32_t>(frame, i->b);
    const uint32_t* const c = slot<uint32_t>(frame, i->c);
    uint32_t results[warp_size];
    uint8_t sources[warp_size];
    LaneMask in_range = 0;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        const uint32_t amount = b[lane] & 31, clamp = c[lane] & 31, segment = c[lane] >> 8 & 31;
        const uint32_t highest = (lane & segment) | (clamp & ~segment);
        const uint32_t lowest = lane & segment;
        int32_t from = 0;
        bool valid = false;
        switch (mode) {
        case Mode::up:
            from = static_cast<int32_t>(lane - amount);
            valid = from >= static_cast<int32_t>(highest);
            break;
        case Mode::down:
            from = static_cast<int32_t>(lane + amount);
            valid = from <= static_cast<int32_t>(highest);
            break;
        case Mode::bfly:
            from = static_cast<int32_t>(lane ^ amount);
            valid = from <= static_cast<int32_t>(highest);
            break;
        default:
            from = static_cast<int32_t>(lowest | (amount & ~segment));
            valid = from <= static_cast<int32_t>(highest);
            break;
        }
        const uint32_t taken = valid ? static_cast<uint32_t>(from) & 31 : lane;
        results[lane] = values[taken];
        sources[lane] = static_cast<uint8_t>(taken);
        if (valid) in_range |= LaneMask{1} << lane;
    }
    if (!all_take_part) {
        const uint32_t* const masks = i[1].a != 0 ? slot<uint32_t>(frame, i->aux) : partners;
        if (const LaneMask readers = inactive_lane_readers(warp, sources, partners, masks))
            note_inactive_lane(warp, i, readers, sources, masks, results);
    }
    for_each_lane(warp.exec, [&](uint32_t lane) { slot<uint32_t>(frame, i->d)[lane] = results[lane]; });
    write_predicate(frame, i[1].d, in_range, warp.exec);
    if ((warp.hooks & wants_shuffles) != 0) emit_shuffle(warp, i, sources);
    return i + 2;
}

template<AtomicOp op, class T>
T reduced(T a, T b) {
    switch (op) {
    case AtomicOp::add: return static_cast<T>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
    case AtomicOp::min: return b < a ? b : a;
    case AtomicOp::max: return a < b ? b : a;
    case AtomicOp::and_: return a & b;
    case AtomicOp::or_: return a | b;
    default: return a ^ b;
    }
}
template<AtomicOp op, class T>
const Inst* reduce(Warp& warp, const Inst* i, std::byte* frame) {
    T a[warp_size];
    std::memcpy(a, frame + i->a, sizeof(a));
    for_each_group(warp, i, slot<uint32_t>(frame, i->b), [&](const Group& group) {
        bool first = true;
        T result{};
        for_each_lane(group.members, [&](uint32_t lane) {
            result = first ? a[lane] : reduced<op>(result, a[lane]);
            first = false;
        });
        write_lanes(slot<uint32_t>(frame, i->d), static_cast<uint32_t>(result), group.callers & warp.exec);
    });
    return i + 2;
}

template<class T>
Handler find_reduction(AtomicOp op) {
    switch (op) {
    case AtomicOp::add: return synced<reduce<AtomicOp::add, T>>;
    case AtomicOp::min: return synced<reduce<AtomicOp::min, T>>;
    case AtomicOp::max: return synced<reduce<AtomicOp::max, T>>;
    case AtomicOp::and_: return synced<reduce<AtomicOp::and_, T>>;
    case AtomicOp::or_: return synced<reduce<AtomicOp::or_, T>>;
    case AtomicOp::xor_: return synced<reduce<AtomicOp::xor_, T>>;
    default: return nullptr;
    }
}

} // namespace

Handler find_warp(const Form& f) {
    switch (f.opcode) {
    case Opcode::activemask: return activemask;
    case Opcode::elect: return synced<elect>;
    case Opcode::vote:
        return f.mode == Mode::ballot ? synced<vote<Mode::ballot>>
               : f.mode == Mode::all  ? synced<vote<Mode::all>>
               : f.mode == Mode::any  ? synced<vote<Mode::any>>
               : f.mode == Mode::uni  ? synced<vote<Mode::uni>>
                                      : nullptr;
    case Opcode::match:
        if (f.type == Type::b32)
            return f.mode == Mode::all ? synced<match<uint32_t, true>> : synced<match<uint32_t, false>>;
        if (f.type == Type::b64)
            return f.mode == Mode::all ? synced<match<uint64_t, true>> : synced<match<uint64_t, false>>;
        return nullptr;
    case Opcode::shfl:
        if (f.type != Type::b32) return nullptr;
        return f.mode == Mode::up     ? synced<shuffle<Mode::up>>
               : f.mode == Mode::down ? synced<shuffle<Mode::down>>
               : f.mode == Mode::bfly ? synced<shuffle<Mode::bfly>>
               : f.mode == Mode::idx  ? synced<shuffle<Mode::idx>>
                                      : nullptr;
    case Opcode::redux:
        if (f.type == Type::s32) return find_reduction<int32_t>(f.atomic);
        return f.type == Type::u32 || f.type == Type::b32 ? find_reduction<uint32_t>(f.atomic) : nullptr;
    default: return nullptr;
    }
}

} // namespace warpscope::simt
