#if defined(WARPSCOPE_SIMT_ACCESS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPSCOPE_SIMT_ACCESS_INL
#undef WARPSCOPE_SIMT_ACCESS_INL
#else
#define WARPSCOPE_SIMT_ACCESS_INL
#endif

#include "simt/lanes/lane_vectors-inl.hpp"
#include "simt/memory/access.hpp"
#include "simt/state/address_map.hpp"

#undef WARPSCOPE_FOR_HALF
#ifdef __clang__
#define WARPSCOPE_FOR_HALF _Pragma("clang loop vectorize(assume_safety)") for (uint32_t l = 0; l < 16; ++l)
#else
#define WARPSCOPE_FOR_HALF _Pragma("GCC ivdep") for (uint32_t l = 0; l < 16; ++l)
#endif

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {

/// Value in emulated memory, accessed without assuming its alignment or type.
template<class M>
struct __attribute__((packed, may_alias)) Unaligned {
    M value;
};

/// Returns whether the addresses in each half-warp advance by `step`.
HWY_INLINE bool runs_with(const uint64_t* address, uint64_t first, uint64_t second, uint32_t step) {
#if HWY_TARGET == HWY_SCALAR
    uint64_t differs = 0;
    WARPSCOPE_FOR_HALF {
        const uint64_t distance = l * step;
        differs |= (address[l] ^ (first + distance)) | (address[l + 16] ^ (second + distance));
    }
    return differs == 0;
#else
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<uint64_t, 16> d;
    const hn::Repartition<uint32_t, decltype(d)> narrow;
    constexpr size_t lanes = hn::MaxLanes(d);
    auto expected = hn::Add(hn::Set(d, first), hn::MulEven(hn::BitCast(narrow, hn::Iota(d, 0)), hn::Set(narrow, step)));
    const auto row = hn::Set(d, uint64_t{lanes} * step);
    const auto gap = hn::Set(d, second - first);
    auto differs = hn::Zero(d);
    for (size_t l = 0; l < 16; l += lanes) {
        const auto here = hn::Load(d, address + l);
        const auto there = hn::Load(d, address + 16 + l);
        differs = hn::Or3(differs, hn::Xor(here, expected), hn::Xor(hn::Sub(there, here), gap));
        expected = hn::Add(expected, row);
    }
    return hn::AllTrue(d, hn::Eq(differs, hn::Zero(d)));
#endif
}

HWY_INLINE bool classify_regular(const uint64_t* address, uint32_t bytes, AccessShape& shape) {
    const uint64_t first = address[0], second = address[16];
    const uint64_t stride = address[1] - first;
    if (stride >= (1u << 27)) return false;
    const uint32_t step = static_cast<uint32_t>(stride);
    const uint64_t further = first < second ? second : first;
    // Addresses that wrap around, after a negative index, are not regular.
    if (further + 15 * uint64_t{step} < further || !runs_with(address, first, second, step)) [[unlikely]]
        return false;
    shape.first = first;
    shape.second = second;
    shape.stride = step;
    shape.lowest = first < second ? first : second;
    shape.highest = further + 15 * uint64_t{step};
    shape.flags = AccessShape::regular |
                  AccessShape::where(step == bytes && second == first + 16 * uint64_t{bytes}, AccessShape::contiguous) |
                  AccessShape::where(step == 0 && second == first, AccessShape::broadcast) |
                  AccessShape::where(((first | second | step) & (bytes - 1)) != 0, AccessShape::misaligned);
    return true;
}

/// `address`: 32 entries, aligned to 64 bytes.
HWY_INLINE AccessShape classify(const uint64_t* address, LaneMask mask, uint32_t bytes) {
    AccessShape shape;
    if (mask == all_lanes) [[likely]]
        if (classify_regular(address, bytes, shape)) [[likely]]
            return shape;
    if (mask == 0) return shape;
    const uint32_t leader = static_cast<uint32_t>(__builtin_ctz(mask));
    const uint64_t start = address[leader];
    const uint64_t origin = start - uint64_t{leader} * bytes;
    // Inactive lanes get the leader's address, so that the loops need no mask.
    uint64_t off_row = 0, low_bits = 0;
    alignas(64) uint64_t present[32];
    WARPSCOPE_FOR_LANES {
        const uint64_t on = 0 - static_cast<uint64_t>(mask >> l & 1);
        off_row |= (address[l] ^ (origin + uint64_t{l * bytes})) & on;
        const uint64_t a = start ^ ((address[l] ^ start) & on);
        low_bits |= a;
        present[l] = a;
    }
    uint64_t lowest = start, highest = start;
    WARPSCOPE_FOR_LANES {
        lowest = present[l] < lowest ? present[l] : lowest;
        highest = present[l] > highest ? present[l] : highest;
    }
    const LaneMask run = mask >> leader;
    shape.first = start;
    shape.lowest = lowest;
    shape.highest = highest;
    shape.flags = AccessShape::where(off_row == 0 && (run & (run + 1)) == 0, AccessShape::contiguous) |
                  AccessShape::where(lowest == highest, AccessShape::broadcast) |
                  AccessShape::where((low_bits & (bytes - 1)) != 0, AccessShape::misaligned);
    return shape;
}

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();
#endif
