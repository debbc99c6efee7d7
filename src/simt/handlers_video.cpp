// Video instructions: arithmetic on words, halves and bytes as the PTX manual's pseudocode defines it.
#include <algorithm>

#include "simt/form.hpp"
#include "simt/scalar.hpp"

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
    case Opcode::vshl: return a * (int64_t{1} << (site.wraps ? b & 31 : std::min<int64_t>(b, 32)));
    default: return a >> (site.wraps ? b & 31 : std::min<int64_t>(b, 32));
    }
}

template<class Wide>
Wide clamped(Wide value, uint8_t bits, bool is_signed) {
    const Wide one = 1;
    const Wide least = is_signed ? -(one << (bits - 1)) : 0, most = (one << (is_signed ? bits - 1 : bits)) - 1;
    return std::clamp(value, least, most);
}

/// c as a number: of a comparison and of unsigned results unsigned.
int64_t third(const VideoSite& site, uint32_t c) {
    return site.is_signed ? static_cast<int64_t>(static_cast<int32_t>(c)) : static_cast<int64_t>(c);
}

uint32_t multiplied(const VideoSite& site, uint64_t words, uint32_t c) {
    __int128 product = static_cast<__int128>(extracted(words, site.a, 0)) * extracted(words, site.b, 0);
    int64_t sum = site.any_signed ? static_cast<int64_t>(static_cast<int32_t>(c)) : static_cast<int64_t>(c);
    if (!site.plus_one && site.negates_product) product = -product;
    if (!site.plus_one && !site.negates_product && site.negates_c) sum = -sum;
    __int128 result = (product + sum + (site.plus_one ? 1 : 0)) >> site.shift;
    if (site.saturates) result = clamped<__int128>(result, 32, site.any_signed);
    return static_cast<uint32_t>(result);
}

uint32_t computed(const VideoSite& site, uint32_t a, uint32_t b, uint32_t c) {
    const uint64_t words = uint64_t{b} << 32 | a;
    if (site.operation == Opcode::vmad) return multiplied(site, words, c);
    uint32_t d = c;
    for (uint8_t part = 0; part < site.parts; ++part) {
        if ((site.mask >> part & 1) == 0) continue;
        int64_t value = result_of(site, extracted(words, site.a, part), extracted(words, site.b, part));
        if (site.saturates) value = clamped<int64_t>(value, site.part_bits, site.is_signed);
        switch (site.second) {
        case AtomicOp::add: d += static_cast<uint32_t>(value); break;
        case AtomicOp::min: d = static_cast<uint32_t>(std::min(value, third(site, c))); break;
        case AtomicOp::max: d = static_cast<uint32_t>(std::max(value, third(site, c))); break;
        default: {
            const uint32_t at = site.merge_at + uint32_t{part} * site.part_bits;
            const uint32_t field = static_cast<uint32_t>((uint64_t{1} << site.part_bits) - 1) << at;
            d = (d & ~field) | (static_cast<uint32_t>(value) << at & field);
        }
        }
    }
    return d;
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
