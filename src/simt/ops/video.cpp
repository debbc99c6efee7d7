// Video instructions. SIMD forms (vadd2) follow the PTX manual, scalar forms (vadd) an H100, which differs
// (tests/conformance/h100_spellings.txt).
#include <algorithm>

#include "simt/code/opcode_form.hpp"
#include "simt/lanes/scalar_lanes.hpp"

namespace warpscope::simt {
namespace {

using ptx::AtomicOp;
using ptx::Compare;
using ptx::Opcode;

int64_t extracted(uint64_t words, const VideoSite::Pick& pick, uint8_t part) {
    const uint64_t bits = words >> pick.first[part] << (64 - pick.bits);
    return pick.is_signed ? static_cast<int64_t>(bits) >> (64 - pick.bits)
                          : static_cast<int64_t>(bits >> (64 - pick.bits));
}

bool holds(Compare compare, int64_t a, int64_t b) {
    switch (compare) {
    case Compare::eq: return a == b;
    case Compare::ne: return a != b;
    case Compare::lt: return a < b;
    case Compare::le: return a <= b;
    case Compare::gt: return a > b;
    default: return a >= b;
    }
}

int64_t result_of(const VideoSite& site, int64_t a, int64_t b) {
    switch (site.operation) {
    case Opcode::vadd: return a + b;
    case Opcode::vsub: return a - b;
    case Opcode::vavrg2: return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case Opcode::vabsdiff: return a < b ? b - a : a - b;
    case Opcode::vmin: return std::min(a, b);
    case Opcode::vmax: return std::max(a, b);
    case Opcode::vset: return holds(site.compare, a, b) ? 1 : 0;
    case Opcode::vshl: {
        const uint64_t by =
            site.wraps ? static_cast<uint64_t>(b) & 31 : static_cast<uint64_t>(std::min<int64_t>(b, 32));
        return static_cast<int64_t>(static_cast<uint64_t>(a) << by);
    }
    default: return a >> (site.wraps ? b & 31 : std::min<int64_t>(b, 32));
    }
}

int64_t clamped(int64_t value, uint8_t bits, bool is_signed) {
    const int64_t one = 1, min = is_signed ? -(one << (bits - 1)) : 0;
    return std::clamp(value, min, (one << (is_signed ? bits - 1 : bits)) - 1);
}

int64_t extended(int64_t value, int bits) {
    return static_cast<int64_t>(static_cast<uint64_t>(value) << (64 - bits)) >> (64 - bits);
}

/// Computes vmad. Shifts unsigned results as 64-bit numbers, so that zeros enter.
uint32_t multiplied(const VideoSite& site, uint64_t words, uint32_t c) {
    int64_t product = extracted(words, site.a, 0) * extracted(words, site.b, 0);
    int64_t sum = static_cast<int32_t>(c);
    if (!site.plus_one && site.negates_product) product = -product;
    if (!site.plus_one && !site.negates_product && site.negates_c) sum = -sum;
    const int64_t exact = product + sum + (site.plus_one ? 1 : 0);
    int64_t result =
        site.any_signed ? exact >> site.shift : static_cast<int64_t>(static_cast<uint64_t>(exact) >> site.shift);
    if (site.saturates) result = clamped(result, 32, site.any_signed);
    return static_cast<uint32_t>(result);
}

/// Clamps to the result type. Cuts vshl results to 34 bits first. Clamps unsigned words only at 0.
int64_t saturated(const VideoSite& site, int64_t value) {
    if (site.operation == Opcode::vshl)
        value = extended(value, 34);
    else if (site.part_bits == 32 && !site.is_signed && value >= 0)
        return static_cast<uint32_t>(value);
    return clamped(value, site.part_bits, site.is_signed);
}

/// Returns whether the value is below `c`. Sums and saturated values are signed words; `c` has the result's signedness.
/// Compares unsigned results as 64 bits.
bool before_third(const VideoSite& site, int64_t value, uint32_t c) {
    const bool sums = site.operation == Opcode::vadd || site.operation == Opcode::vsub;
    if (sums || site.saturates) value = extended(value, 32);
    if (site.is_signed) return value < static_cast<int32_t>(c);
    return static_cast<uint64_t>(value) < c;
}

uint32_t on_one(const VideoSite& site, uint64_t words, uint32_t c) {
    int64_t value = result_of(site, extracted(words, site.a, 0), extracted(words, site.b, 0));
    if (site.saturates) value = saturated(site, value);
    const auto word = static_cast<uint32_t>(value);
    switch (site.second) {
    case AtomicOp::add: return word + c;
    case AtomicOp::min: return before_third(site, value, c) ? word : c;
    case AtomicOp::max: return before_third(site, value, c) ? c : word;
    default: break;
    }
    if (site.part_bits == 32) return word;
    // Merges the value unshifted. With .sat, first cuts it to the part's width.
    const uint32_t low = (1u << site.part_bits) - 1, field = low << site.merge_at;
    return (c & ~field) | (word & (site.saturates ? low : ~0u) & field);
}

uint32_t on_parts(const VideoSite& site, uint64_t words, uint32_t c) {
    uint32_t d = c;
    for (uint8_t part = 0; part < site.parts; ++part) {
        if ((site.mask >> part & 1) == 0) continue;
        int64_t value = result_of(site, extracted(words, site.a, part), extracted(words, site.b, part));
        if (site.saturates) value = clamped(value, site.part_bits, site.is_signed);
        if (site.second == AtomicOp::add) {
            d += static_cast<uint32_t>(value);
            continue;
        }
        const uint32_t at = uint32_t{part} * site.part_bits, field = ((1u << site.part_bits) - 1) << at;
        d = (d & ~field) | (static_cast<uint32_t>(value) << at & field);
    }
    return d;
}

uint32_t computed(const VideoSite& site, uint32_t a, uint32_t b, uint32_t c) {
    const uint64_t words = uint64_t{b} << 32 | a;
    if (site.operation == Opcode::vmad) return multiplied(site, words, c);
    return site.parts == 1 ? on_one(site, words, c) : on_parts(site, words, c);
}

const Inst* video(Warp& warp, const Inst* i, std::byte* frame) {
    const VideoSite& site = warp.worker->launch->code->videos[i->aux];
    for_each_lane(warp.exec, [&](uint32_t l) {
        slot<uint32_t>(frame, i->d)[l] = computed(site, slot<uint32_t>(frame, i->a)[l], slot<uint32_t>(frame, i->b)[l],
                                                  slot<uint32_t>(frame, i->c)[l]);
    });
    return i + 1;
}

} // namespace

Handler find_video() { return video; }

} // namespace warpscope::simt
