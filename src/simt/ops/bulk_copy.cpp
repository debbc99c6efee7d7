// One-dimensional cp.async.bulk.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "simt/code/async_copy.hpp"
#include "simt/code/mbarrier.hpp"
#include "simt/lanes/scalar_lanes.hpp"
#include "simt/memory/access.hpp"
#include "simt/message_parts.hpp"
#include "simt/report/finding_log.hpp"

namespace warpscope::simt {
namespace {

using ptx::Space;

constexpr uint32_t unit = 16;
constexpr uint32_t line = 128;

template<Space space>
LaneMask admit(Warp& warp, const Inst* i, uint32_t lane, uint64_t address, uint32_t bytes, AccessKind kind) {
    warp.address[lane] = address;
    const LaneMask mask = LaneMask{1} << lane;
    if constexpr (space == Space::global) return admit_global(warp, i, mask, bytes, kind, unit);
    return admit_window(warp, i, mask, bytes, kind, Window::shared, unit);
}

/// Reports one access per cache line. `phase` is the copy's offset in its first line.
template<Space space>
void report(Warp& warp, const Inst* i, uint32_t lane, uint64_t address, uint32_t bytes, uint32_t phase,
            AccessKind kind) {
    if ((warp.hooks & (space == Space::global ? wants_global : wants_shared)) == 0) return;
    const LaneMask mask = LaneMask{1} << lane;
    for (uint32_t at = 0, part = 0; at < bytes; at += part) {
        part = std::min(line - (phase + at) % line, bytes - at);
        warp.address[lane] = address + at;
        const AccessShape shape = shape_by_lanes(warp, mask, part);
        report_access(warp, i, space, kind, part, mask, shape,
                      space == Space::global ? allocation_of(warp, i, shape) : ~0u);
    }
}

template<Space space>
std::byte* place_of(Warp& warp, uint64_t address) {
    if constexpr (space == Space::global) return warp.global + address;
    return warp.shared + address;
}

void refuse_size(Warp& warp, const Inst* i, uint32_t lane, uint64_t address, uint32_t bytes) {
    if (finding_is_new(warp, i->pc, FindingKind::misaligned))
        record_finding(warp, i, lane, FindingKind::misaligned, Space::shared, address, bytes,
                       msg("bulk copy of {}, which is not a multiple of {}", bytes_message(bytes), unit));
    else
        count_finding(warp, i->pc, FindingKind::misaligned);
}

template<Space from, Space to>
void copy_lane(Warp& warp, const Inst* i, uint32_t lane, uint64_t source, uint64_t target, uint32_t bytes) {
    if (bytes % unit != 0) return refuse_size(warp, i, lane, to == Space::shared ? target : source, bytes);
    if (bytes == 0) return;
    const bool can_load = admit<from>(warp, i, lane, source, bytes, AccessKind::load) != 0;
    const bool can_store = admit<to>(warp, i, lane, target, bytes, AccessKind::store) != 0;
    if (!can_load || !can_store) return;
    const auto phase = static_cast<uint32_t>((to == Space::global ? target : source) % line);
    report<from>(warp, i, lane, source, bytes, phase, AccessKind::load);
    report<to>(warp, i, lane, target, bytes, phase, AccessKind::store);
    std::memmove(place_of<to>(warp, target), place_of<from>(warp, source), bytes);
}

template<Space from, Space to>
const Inst* copy_lanes(Warp& warp, const Inst* i, std::byte* frame) {
    const uint64_t* const target = slot<uint64_t>(frame, i->d);
    const uint64_t* const source = slot<uint64_t>(frame, i->a);
    const uint32_t* const bytes = slot<uint32_t>(frame, i->b);
    const LaneMask lanes = warp.exec;
    for_each_lane(lanes,
                  [&](uint32_t lane) { copy_lane<from, to>(warp, i, lane, source[lane], target[lane], bytes[lane]); });
    // Also completes refused copies: threads may wait for them.
    if constexpr (to == Space::shared) complete_copies(warp, i, lanes, slot<uint64_t>(frame, i->c), bytes);
    return i + 1;
}

} // namespace

Handler bulk_copy(Space from, Space to) {
    if (from == Space::global && to == Space::shared) return copy_lanes<Space::global, Space::shared>;
    if (from == Space::shared && to == Space::shared) return copy_lanes<Space::shared, Space::shared>;
    if (from == Space::shared && to == Space::global) return copy_lanes<Space::shared, Space::global>;
    return nullptr;
}

} // namespace warpscope::simt
