// Lane loops, included once per vector target (hwy/foreach_target.h), outside any namespace. They use no standard
// templates: the linker keeps one copy of each, perhaps one with instructions that this processor lacks.
#if defined(WARPSCOPE_SIMT_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPSCOPE_SIMT_LANES_INL
#undef WARPSCOPE_SIMT_LANES_INL
#else
#define WARPSCOPE_SIMT_LANES_INL
#endif

#include "simt/code/instruction.hpp"
#include "simt/state/warp_state.hpp"

// Loops over lanes, which are independent even if the result and an operand share a slot.
#undef WARPSCOPE_FOR_LANES
#ifdef __clang__
#define WARPSCOPE_FOR_LANES _Pragma("clang loop vectorize(assume_safety)") for (uint32_t l = 0; l < 32; ++l)
#else
#define WARPSCOPE_FOR_LANES _Pragma("GCC ivdep") for (uint32_t l = 0; l < 32; ++l)
#endif

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {

template<class To, class From>
HWY_INLINE To bits_as(From value) {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, value);
}

template<class F, class D, class A>
const Inst* map1(Warp& warp, const Inst* i, std::byte* frame) {
    D* const d = slot<D>(frame, i->d);
    const A* const a = slot<A>(frame, i->a);
    const LaneMask mask = warp.exec;
    if (mask == all_lanes) [[likely]] {
        WARPSCOPE_FOR_LANES d[l] = F::of(a[l]);
    } else {
        WARPSCOPE_FOR_LANES {
            const D value = F::of(a[l]);
            d[l] = mask >> l & 1 ? value : d[l];
        }
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class F, class D, class A, class B>
const Inst* map2(Warp& warp, const Inst* i, std::byte* frame) {
    D* const d = slot<D>(frame, i->d);
    const A* const a = slot<A>(frame, i->a);
    const B* const b = slot<B>(frame, i->b);
    const LaneMask mask = warp.exec;
    if (mask == all_lanes) [[likely]] {
        WARPSCOPE_FOR_LANES d[l] = F::of(a[l], b[l]);
    } else {
        WARPSCOPE_FOR_LANES {
            const D value = F::of(a[l], b[l]);
            d[l] = mask >> l & 1 ? value : d[l];
        }
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class F, class D, class A, class B, class C>
const Inst* map3(Warp& warp, const Inst* i, std::byte* frame) {
    D* const d = slot<D>(frame, i->d);
    const A* const a = slot<A>(frame, i->a);
    const B* const b = slot<B>(frame, i->b);
    const C* const c = slot<C>(frame, i->c);
    const LaneMask mask = warp.exec;
    if (mask == all_lanes) [[likely]] {
        WARPSCOPE_FOR_LANES d[l] = F::of(a[l], b[l], c[l]);
    } else {
        WARPSCOPE_FOR_LANES {
            const D value = F::of(a[l], b[l], c[l]);
            d[l] = mask >> l & 1 ? value : d[l];
        }
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class F, class D, class A, class B, class C, class E>
const Inst* map4(Warp& warp, const Inst* i, std::byte* frame) {
    D* const d = slot<D>(frame, i->d);
    const A* const a = slot<A>(frame, i->a);
    const B* const b = slot<B>(frame, i->b);
    const C* const c = slot<C>(frame, i->c);
    const E* const e = slot<E>(frame, i->aux);
    const LaneMask mask = warp.exec;
    WARPSCOPE_FOR_LANES {
        const D value = F::of(a[l], b[l], c[l], e[l]);
        d[l] = mask >> l & 1 ? value : d[l];
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

HWY_INLINE void write_predicate(std::byte* frame, uint32_t offset, LaneMask value, LaneMask mask) {
    LaneMask& p = *slot<LaneMask>(frame, offset);
    p = (p & ~mask) | (value & mask);
}

template<class F, class T>
HWY_INLINE LaneMask lanes_where(const T* a, const T* b) {
    LaneMask result = 0;
    WARPSCOPE_FOR_LANES result |= F::of(a[l], b[l]) ? LaneMask{1} << l : 0;
    return result;
}

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();
#endif
