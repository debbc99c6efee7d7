#pragma once

// Vector lengths and their inverses. An infinite component makes the length infinite, even if another is NaN.
// Intermediate squares do not overflow.
WS_FUNCTION double norm(int count, const double* v) {
    double length = 0;
    for (int i = 0; i < count; ++i) length = hypot(length, v[i]);
    return length;
}
WS_FUNCTION double rnorm(int count, const double* v) {
    const double length = norm(count, v);
    if (!isinf(length)) return 1.0 / length;
    double smaller = 0;
    for (int i = 0; i < count; ++i) smaller = hypot(smaller, v[i] * 0x1p-60);
    return 0x1p-60 / smaller;
}
WS_FUNCTION double ws_length_of_floats(int count, const float* v) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        if (isinf(v[i])) return ws_infinity();
        sum += static_cast<double>(v[i]) * v[i];
    }
    return sqrt(sum);
}
WS_FUNCTION float normf(int count, const float* v) { return static_cast<float>(ws_length_of_floats(count, v)); }
WS_FUNCTION float rnormf(int count, const float* v) { return static_cast<float>(1.0 / ws_length_of_floats(count, v)); }

#define WS_LENGTHS(prefix, count, parameters, float_parameters, ...)                                                   \
    WS_FUNCTION double prefix##norm##count##d parameters {                                                             \
        const double v[] = {__VA_ARGS__};                                                                              \
        return prefix##norm(count, v);                                                                                 \
    }                                                                                                                  \
    WS_FUNCTION float prefix##norm##count##df float_parameters {                                                       \
        const float v[] = {__VA_ARGS__};                                                                               \
        return prefix##normf(count, v);                                                                                \
    }
WS_LENGTHS(, 3, (double a, double b, double c), (float a, float b, float c), a, b, c)
WS_LENGTHS(r, 3, (double a, double b, double c), (float a, float b, float c), a, b, c)
WS_LENGTHS(, 4, (double a, double b, double c, double d), (float a, float b, float c, float d), a, b, c, d)
WS_LENGTHS(r, 4, (double a, double b, double c, double d), (float a, float b, float c, float d), a, b, c, d)
WS_FUNCTION double rhypot(double a, double b) {
    const double v[] = {a, b};
    return rnorm(2, v);
}
WS_FUNCTION float rhypotf(float a, float b) {
    const float v[] = {a, b};
    return rnormf(2, v);
}
WS_FUNCTION float rcbrtf(float v) { return 1.0f / cbrtf(v); }
WS_FUNCTION double rcbrt(double v) {
    const bool tiny = fabs(v) < 0x1p-600; // the error terms would underflow
    const double scaled = tiny ? v * 0x1p600 : v, root = cbrt(scaled), inverse = 1.0 / root;
    if (!(fabs(inverse) < ws_infinity()) || inverse == 0.0) return inverse;
    const ws_pair square = ws_product(root, root);
    const double error = ws_fma(square.lo, root, ws_fma(square.hi, root, -scaled)); // root^3 - v
    const double lost = ws_fma(-root, inverse, 1.0) + error / (3.0 * scaled);       // relative error
    return ws_fma(inverse, lost, inverse) * (tiny ? 0x1p200 : 1.0);
}

WS_FUNCTION float scalbnf(float v, int exponent) { return ldexpf(v, exponent); }
WS_FUNCTION double scalbn(double v, int exponent) { return ldexp(v, exponent); }

WS_FUNCTION double frexp(double v, int* exponent) {
    *exponent = 0;
    if (v == 0.0 || !isfinite(v)) return v;
    const bool small = fabs(v) < 0x1p-1022;
    const long long bits = __double_as_longlong(small ? v * 0x1p54 : v);
    *exponent = static_cast<int>(bits >> 52 & 2047) - 1022 - (small ? 54 : 0);
    return __longlong_as_double((bits & ~(2047ll << 52)) | 1022ll << 52);
}
WS_FUNCTION float frexpf(float v, int* exponent) { return static_cast<float>(frexp(static_cast<double>(v), exponent)); }
WS_FUNCTION double modf(double v, double* whole) {
    *whole = trunc(v);
    return __builtin_copysign(isinf(v) ? 0.0 : v - *whole, v);
}
WS_FUNCTION float modff(float v, float* whole) {
    *whole = truncf(v);
    return __builtin_copysignf(isinf(v) ? 0.0f : v - *whole, v);
}
WS_INLINE double fdim(double a, double b) { return a > b ? a - b : (a <= b ? 0.0 : a + b); }
WS_INLINE float nanf(const char*) { return __int_as_float(0x7fffffff); }
WS_INLINE double nan(const char*) { return __longlong_as_double(-1ll & 0x7fffffffffffffffll); }

WS_INLINE long lrint(double v) { return static_cast<long>(__nvvm_d2ll_rn(v)); }
WS_INLINE long long llrint(double v) { return __nvvm_d2ll_rn(v); }
WS_INLINE long lround(double v) { return static_cast<long>(__nvvm_d2ll_rz(round(v))); }
WS_INLINE long long llround(double v) { return __nvvm_d2ll_rz(round(v)); }
WS_INLINE long long llroundf(float v) { return __nvvm_f2ll_rz(roundf(v)); }
WS_INLINE long labs(long v) { return abs(v); }

#define WS_ROUNDED_MORE(suffix, mode)                                                                                  \
    WS_INLINE double __dsub_##suffix(double a, double b) { return __nvvm_add_##mode##_d(a, -b); }                      \
    WS_INLINE double __dsqrt_##suffix(double v) { return __nvvm_sqrt_##mode##_d(v); }                                  \
    WS_INLINE double __drcp_##suffix(double v) { return __nvvm_rcp_##mode##_d(v); }                                    \
    WS_INLINE long long __float2ll_##suffix(float v) { return __nvvm_f2ll_##mode(v); }                                 \
    WS_INLINE unsigned long long __float2ull_##suffix(float v) { return __nvvm_f2ull_##mode(v); }                      \
    WS_INLINE long long __double2ll_##suffix(double v) { return __nvvm_d2ll_##mode(v); }                               \
    WS_INLINE unsigned long long __double2ull_##suffix(double v) { return __nvvm_d2ull_##mode(v); }                    \
    WS_INLINE unsigned __double2uint_##suffix(double v) { return __nvvm_d2ui_##mode(v); }                              \
    WS_INLINE float __ll2float_##suffix(long long v) {                                                                 \
        float result;                                                                                                  \
        __asm__("cvt." #mode ".f32.s64 %0, %1;" : "=f"(result) : "l"(v));                                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE float __ull2float_##suffix(unsigned long long v) {                                                       \
        float result;                                                                                                  \
        __asm__("cvt." #mode ".f32.u64 %0, %1;" : "=f"(result) : "l"(v));                                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE double __ll2double_##suffix(long long v) {                                                               \
        double result;                                                                                                 \
        __asm__("cvt." #mode ".f64.s64 %0, %1;" : "=d"(result) : "l"(v));                                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE double __ull2double_##suffix(unsigned long long v) {                                                     \
        double result;                                                                                                 \
        __asm__("cvt." #mode ".f64.u64 %0, %1;" : "=d"(result) : "l"(v));                                              \
        return result;                                                                                                 \
    }
WS_ROUNDED_MORE(rn, rn)
WS_ROUNDED_MORE(rz, rz)
WS_ROUNDED_MORE(rd, rm)
WS_ROUNDED_MORE(ru, rp)
WS_INLINE double __int2double_rn(int v) { return v; }
WS_INLINE double __uint2double_rn(unsigned v) { return v; }
WS_INLINE float __frsqrt_rn(float v) { return static_cast<float>(1.0 / sqrt(static_cast<double>(v))); }
