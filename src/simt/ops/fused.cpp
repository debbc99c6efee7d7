#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/fused.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/fused.hpp"

#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

template<Widening how>
HWY_INLINE uint64_t widened(uint32_t a, uint32_t b) {
    const auto extended = [](uint32_t value) HWY_ATTR {
        return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(value)));
    };
    if constexpr (how == Widening::convert) return extended(a);
    if constexpr (how == Widening::multiply_signed) return extended(a) * extended(b);
    return uint64_t{a} * uint64_t{b};
}

template<Widening how>
const Inst* widen_and_add(Warp& warp, const Inst* i, std::byte* frame) {
    const uint32_t* const a = slot<uint32_t>(frame, i->a);
    const uint32_t* const b = how == Widening::convert ? a : slot<uint32_t>(frame, i->b);
    const uint64_t* const c = slot<uint64_t>(frame, i[1].b);
    uint64_t* const x = slot<uint64_t>(frame, i->d);
    uint64_t* const y = slot<uint64_t>(frame, i[1].d);
    const LaneMask mask = warp.exec;
    if (mask == all_lanes) [[likely]] {
        WARPSCOPE_FOR_LANES {
            const uint64_t wide = widened<how>(a[l], b[l]);
            const uint64_t sum = wide + c[l];
            x[l] = wide;
            y[l] = sum;
        }
    } else {
        WARPSCOPE_FOR_LANES {
            const uint64_t wide = widened<how>(a[l], b[l]);
            const uint64_t sum = wide + c[l];
            x[l] = mask >> l & 1 ? wide : x[l];
            y[l] = mask >> l & 1 ? sum : y[l];
        }
    }
    WARPSCOPE_NEXT(warp, i + 2, frame);
}

} // namespace

Handler find_widen_and_add_here(Widening how) {
    switch (how) {
    case Widening::convert: return widen_and_add<Widening::convert>;
    case Widening::multiply_signed: return widen_and_add<Widening::multiply_signed>;
    default: return widen_and_add<Widening::multiply_unsigned>;
    }
}

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_widen_and_add_here);
Handler find_widen_and_add(Widening how) { return HWY_DYNAMIC_DISPATCH(find_widen_and_add_here)(how); }
} // namespace warpscope::simt
#endif
