#include "simt/code/async_copy.hpp"

#include <algorithm>
#include <cstring>

#include "simt/lanes/scalar_lanes.hpp"
#include "simt/memory/access.hpp"

namespace warpscope::simt {
namespace {

constexpr uint32_t word = sizeof(uint32_t);

void load_bytes_at(Warp& warp, const Inst* i, std::byte* frame, LaneMask mask, uint32_t offset, uint32_t bytes) {
    if (mask == 0) return;
    const MemorySite& site = warp.memory_sites[i->aux];
    for_each_lane(mask, [&](uint32_t lane) { warp.address[lane] += offset; });
    const LaneMask admitted = admit_global(warp, i, mask, bytes, AccessKind::load);
    if (admitted != 0 && (warp.hooks & wants_global) != 0) {
        const AccessShape shape = shape_by_lanes(warp, admitted, bytes);
        report_access(warp, i, ptx::Space::global, AccessKind::load, bytes, admitted, shape,
                      allocation_of(warp, i, shape));
    }
    for_each_lane(admitted, [&](uint32_t lane) {
        for (uint32_t at = offset; at < offset + bytes; at += std::min(bytes, word))
            std::memcpy(frame + site.values[at / word] + lane * word + at % word,
                        warp.global + (warp.address[lane] + at - offset), std::min(bytes, word));
    });
    for_each_lane(mask, [&](uint32_t lane) { warp.address[lane] -= offset; });
}

const Inst* load_sizes(Warp& warp, const Inst* i, std::byte* frame) {
    const MemorySite& site = warp.memory_sites[i->aux];
    const uint32_t whole = site.elements * word;
    const uint32_t* const size = slot<uint32_t>(frame, i->c);
    const uint64_t* const base = slot<uint64_t>(frame, i->a);
    LaneMask full = 0, partial = 0;
    bool by_words = true;
    for_each_lane(warp.exec, [&](uint32_t lane) {
        warp.address[lane] = base[lane] + static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i->b)));
        (size[lane] >= whole ? full : partial) |= LaneMask{1} << lane;
        by_words = by_words && size[lane] % word == 0;
        for (uint32_t k = 0; k < site.elements; ++k) slot<uint32_t>(frame, site.values[k])[lane] = 0;
    });
    load_bytes_at(warp, i, frame, full, 0, whole);
    const uint32_t step = by_words ? word : 1;
    for (uint32_t offset = 0; offset < whole && partial != 0; offset += step) {
        LaneMask mask = 0;
        for_each_lane(partial, [&](uint32_t lane) {
            if (size[lane] > offset) mask |= LaneMask{1} << lane;
        });
        load_bytes_at(warp, i, frame, mask, offset, step);
    }
    return i + 1;
}

} // namespace

Handler load_part() { return load_sizes; }

} // namespace warpscope::simt
