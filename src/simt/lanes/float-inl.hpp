#if defined(WARPSCOPE_SIMT_FLOAT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPSCOPE_SIMT_FLOAT_INL
#undef WARPSCOPE_SIMT_FLOAT_INL
#else
#define WARPSCOPE_SIMT_FLOAT_INL
#endif

#include "simt/lanes/denormal.hpp"
#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {

// f32 operations return the canonical NaN, f64 operations an operand's NaN: `a * b + c` returns the first NaN in the
// order b, c, a (observed on an H100).
HWY_INLINE float canonical(float a) { return a == a ? a : bits_as<float>(0x7fffffffu); }
HWY_INLINE double canonical(double a) { return a; }
HWY_INLINE double quiet(double a) { return bits_as<double>(bits_as<uint64_t>(a) | 0x0008000000000000u); }
HWY_INLINE double propagate_nan(double result, double a) { return a == a ? result : quiet(a); }
HWY_INLINE double propagate_nan(double result, double a, double b) {
    return b == b ? propagate_nan(result, a) : quiet(b);
}
HWY_INLINE double propagate_nan(double result, double a, double b, double c) {
    return b == b ? (c == c ? propagate_nan(result, a) : quiet(c)) : quiet(b);
}
HWY_INLINE double propagate_nan_reversed(double result, double a, double b) { return propagate_nan(result, b, a); }
HWY_INLINE float propagate_nan_reversed(float result, float, float) { return result; }
template<class... Operands>
HWY_INLINE float propagate_nan(float result, Operands...) {
    return result;
}

/// Clamps to [0, 1]; NaN becomes +0 (.sat).
template<class T>
HWY_INLINE T saturate(T a) {
    const T low = a > T{0} ? a : T{0};
    return low < T{1} ? low : T{1};
}

HWY_INLINE float float_from_half_bits(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
    const uint32_t magnitude = half & 0x7fffu;
    const uint32_t normal = (magnitude << 13) + (112u << 23);
    const uint32_t special = (magnitude << 13) | 0x7f800000u;
    const uint32_t subnormal = bits_as<uint32_t>(static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-24f);
    const uint32_t bits = magnitude >= 0x7c00 ? special : magnitude < 0x400 ? subnormal : normal;
    return bits_as<float>(sign | bits);
}
HWY_INLINE float float_from_brain_bits(uint16_t bits) { return bits_as<float>(static_cast<uint32_t>(bits) << 16); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();
#endif
