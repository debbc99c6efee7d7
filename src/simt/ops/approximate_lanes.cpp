// Frequent approximate functions of f32, with the results of the scalar code.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/approximate_lanes.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/opcode_form.hpp"
#include "simt/lanes/denormal.hpp"

#include "simt/lanes/float-inl.hpp"
#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Opcode;

struct ApproximateRcp {
    static HWY_INLINE double of(double a) { return 1.0 / a; }
};
struct ApproximateSqrt {
    static HWY_INLINE double of(double a) { return __builtin_sqrt(a); }
};
struct ApproximateRsqrt {
    static HWY_INLINE double of(double a) { return 1.0 / __builtin_sqrt(a); }
};
template<class F, bool ftz>
struct RoundedOnce {
    static HWY_INLINE float of(float a) {
        const auto result = static_cast<float>(F::of(ftz ? flushed(a) : a));
        return canonical(ftz ? flushed(result) : result);
    }
};
template<bool ftz, bool full>
struct ApproximateQuotient {
    static HWY_INLINE float of(float x, float y) {
        const float a = ftz ? flushed(x) : x, b = ftz ? flushed(y) : y;
        const float quotient = a / b;
        // .approx flushes the reciprocal of a divisor above 2^126 to zero.
        const float size = __builtin_fabsf(b);
        const bool is_large = !full && size > 0x1p126f && size < __builtin_inff();
        return canonical(is_large ? a * __builtin_copysignf(0.0f, b) : ftz ? flushed(quotient) : quotient);
    }
};

struct Coefficients {
    double of[14];
};
/// Coefficients of 2^x in powers of x.
constexpr Coefficients exponential_series() {
    Coefficients c{{1.0}};
    for (int k = 1; k < 14; ++k) c.of[k] = c.of[k - 1] * 0.693147180559945309417 / k;
    return c;
}
/// Coefficients of log2((1 + s) / (1 - s)) / s in powers of s * s.
constexpr Coefficients logarithm_series() {
    Coefficients c{};
    for (int k = 0; k < 14; ++k) c.of[k] = 2.885390081777926814720 / (2 * k + 1);
    return c;
}
template<const Coefficients& c, int k = 0>
HWY_INLINE double series(double x) {
    if constexpr (k == 13)
        return c.of[k];
    else
        return c.of[k] + x * series<c, k + 1>(x);
}

struct ApproximateEx2 {
    static constexpr Coefficients c = exponential_series();
    static HWY_INLINE bool is_usual(float a) { return a > -125.0f && a < 127.0f; }
    static HWY_INLINE double of(float a) {
        const double x = a, shifted = x + 0x1.8p52; // the sum's lowest bits are the nearest integer
        return bits_as<double>(bits_as<uint64_t>(series<c>(x - (shifted - 0x1.8p52))) +
                               (bits_as<uint64_t>(shifted) << 52));
    }
    static double exactly(double a) { return __builtin_exp2(a); }
};
struct ApproximateLg2 {
    static constexpr Coefficients c = logarithm_series();
    static HWY_INLINE bool is_usual(float a) { return a >= 0x1p-126f && a < __builtin_inff(); }
    static HWY_INLINE double of(float a) {
        const uint32_t bits = bits_as<uint32_t>(a);
        const int32_t exponent = static_cast<int32_t>(bits - 0x3f3504f3u) >> 23; // of a / sqrt(0.5)
        const double m = bits_as<float>(bits - (static_cast<uint32_t>(exponent) << 23));
        const double s = (m - 1.0) / (m + 1.0);
        return exponent + s * series<c>(s * s);
    }
    static double exactly(double a) { return __builtin_log2(a); }
};
/// Coefficients of cos(r) (`offset` 0) or sin(r) / r (1) in powers of r * r.
constexpr Coefficients circular_series(int offset) {
    Coefficients c{{1.0}};
    for (int k = 1; k < 14; ++k) c.of[k] = -c.of[k - 1] / ((2 * k + offset - 1) * (2 * k + offset));
    return c;
}
/// Computes sin(a + quarter_turns * pi / 2).
template<uint64_t quarter_turns>
struct ApproximateSine {
    static constexpr Coefficients cosine = circular_series(0), sine = circular_series(1);
    static HWY_INLINE bool is_usual(float a) { return a > -0x1p20f && a < 0x1p20f; }
    static HWY_INLINE double of(float a) {
        const double x = a, shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = shifted - 0x1.8p52;
        // Parts of pi / 2. The first two have 33 bits, so their products are exact.
        const double r = x - n * 0x1.921fb544p0 - n * 0x1.0b4611a6p-34 - n * 0x1.3198a2e037073p-69;
        const uint64_t quadrant = bits_as<uint64_t>(shifted) + quarter_turns;
        const bool is_cosine = (quadrant & 1) != 0;
        const double value = series(r * r, is_cosine) * (is_cosine ? 1.0 : r);
        return bits_as<double>(bits_as<uint64_t>(value) ^ (quadrant & 2) << 62);
    }
    static double exactly(double a) { return quarter_turns == 0 ? __builtin_sin(a) : __builtin_cos(a); }

private:
    template<int k = 0>
    static HWY_INLINE double series(double x, bool is_cosine) {
        const double coefficient = is_cosine ? cosine.of[k] : sine.of[k];
        if constexpr (k == 8)
            return coefficient;
        else
            return coefficient + x * series<k + 1>(x, is_cosine);
    }
};

/// Rounds F::of(), whose error is far below 64 units in the last place. Calls F::exactly() if this error could change
/// the rounding.
template<class F, bool ftz>
const Inst* approximate(Warp& warp, const Inst* i, std::byte* frame) {
    const float* const a = slot<float>(frame, i->a);
    alignas(64) float values[warp_size];
    alignas(64) uint32_t doubts[warp_size];
    WARPSCOPE_FOR_LANES {
        const bool is_usual = F::is_usual(a[l]);
        const double value = F::of(is_usual ? a[l] : 1.0f);
        constexpr uint64_t tie = uint64_t{1} << 28, margin = 64;
        const uint64_t rest = bits_as<uint64_t>(value) & (2 * tie - 1);
        const auto rounded = static_cast<float>(value);
        values[l] = ftz ? flushed(rounded) : rounded;
        doubts[l] = !is_usual || (rest > tie - margin && rest < tie + margin);
    }
    float* const d = slot<float>(frame, i->d);
    for (LaneMask m = warp.exec; m != 0; m &= m - 1) {
        const uint32_t l = static_cast<uint32_t>(__builtin_ctz(m));
        if (doubts[l] != 0) [[unlikely]] {
            const auto exact = static_cast<float>(F::exactly(ftz ? flushed(a[l]) : a[l]));
            values[l] = canonical(ftz ? flushed(exact) : exact);
        }
        d[l] = values[l];
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class F>
Handler rounded_once(bool ftz) {
    return ftz ? map1<RoundedOnce<F, true>, float, float> : map1<RoundedOnce<F, false>, float, float>;
}
template<bool full>
Handler quotient(bool ftz) {
    return ftz ? map2<ApproximateQuotient<true, full>, float, float, float>
               : map2<ApproximateQuotient<false, full>, float, float, float>;
}

Handler find(const Form& f) {
    switch (f.opcode) {
    case Opcode::div: return f.full ? quotient<true>(f.ftz) : quotient<false>(f.ftz);
    case Opcode::rcp: return rounded_once<ApproximateRcp>(f.ftz);
    case Opcode::rsqrt: return rounded_once<ApproximateRsqrt>(f.ftz);
    case Opcode::sqrt: return rounded_once<ApproximateSqrt>(f.ftz);
    case Opcode::lg2: return f.ftz ? approximate<ApproximateLg2, true> : approximate<ApproximateLg2, false>;
    case Opcode::ex2: return f.ftz ? approximate<ApproximateEx2, true> : approximate<ApproximateEx2, false>;
    case Opcode::sin: return f.ftz ? approximate<ApproximateSine<0>, true> : approximate<ApproximateSine<0>, false>;
    case Opcode::cos: return f.ftz ? approximate<ApproximateSine<1>, true> : approximate<ApproximateSine<1>, false>;
    default: return nullptr;
    }
}

} // namespace

Handler find_approximate_lanes_here(const Form& form) { return find(form); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_approximate_lanes_here);
Handler find_approximate_lanes(const Form& form) { return HWY_DYNAMIC_DISPATCH(find_approximate_lanes_here)(form); }
} // namespace warpscope::simt
#endif
