// Single-precision functions compute in double, unless the hardware is exact.
#pragma once

WS_INLINE int __float_as_int(float v) { return __builtin_bit_cast(int, v); }
WS_INLINE unsigned __float_as_uint(float v) { return __builtin_bit_cast(unsigned, v); }
WS_INLINE float __int_as_float(int v) { return __builtin_bit_cast(float, v); }
WS_INLINE float __uint_as_float(unsigned v) { return __builtin_bit_cast(float, v); }
WS_INLINE long long __double_as_longlong(double v) { return __builtin_bit_cast(long long, v); }
WS_INLINE double __longlong_as_double(long long v) { return __builtin_bit_cast(double, v); }
WS_INLINE int __double2hiint(double v) { return static_cast<int>(__builtin_bit_cast(long long, v) >> 32); }
WS_INLINE int __double2loint(double v) { return static_cast<int>(__builtin_bit_cast(long long, v)); }

#define WS_EXACT1(name)                                                                                                \
    WS_INLINE float name##f(float v) { return __builtin_##name##f(v); }                                                \
    WS_INLINE double name(double v) { return __builtin_##name(v); }                                                    \
    WS_INLINE float name(float v) { return __builtin_##name##f(v); }
WS_EXACT1(fabs)
WS_EXACT1(floor)
WS_EXACT1(ceil)
WS_EXACT1(trunc)
WS_EXACT1(rint)
WS_EXACT1(nearbyint)
WS_EXACT1(round)
WS_INLINE float sqrtf(float v) { return __nvvm_sqrt_rn_f(v); }
WS_INLINE double sqrt(double v) { return __nvvm_sqrt_rn_d(v); }
WS_INLINE float sqrt(float v) { return sqrtf(v); }
WS_INLINE float rsqrtf(float v) { return __nvvm_rsqrt_approx_f(v); }
WS_INLINE double rsqrt(double v) { return 1.0 / sqrt(v); }
WS_INLINE float fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
WS_INLINE double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
WS_INLINE float fma(float a, float b, float c) { return fmaf(a, b, c); }
WS_INLINE float fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
WS_INLINE float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
WS_INLINE double fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
WS_INLINE double fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
WS_INLINE float fmin(float a, float b) { return fminf(a, b); }
WS_INLINE float fmax(float a, float b) { return fmaxf(a, b); }
WS_INLINE float copysignf(float a, float b) { return __builtin_copysignf(a, b); }
WS_INLINE double copysign(double a, double b) { return __builtin_copysign(a, b); }

// The float functions round a double result. Only near the middle of two floats can this choose the wrong float.
#define WS_DOUBLE1(name, double_name)                                                                                  \
    WS_FUNCTION float name##f(float v) { return static_cast<float>(double_name(v)); }                                  \
    WS_FUNCTION double name(double v) { return double_name(v); }                                                       \
    WS_FUNCTION float name(float v) { return static_cast<float>(double_name(v)); }
WS_DOUBLE1(sin, ws_sin)
WS_DOUBLE1(cos, ws_cos)
WS_DOUBLE1(tan, ws_tan)
WS_DOUBLE1(asin, ws_asin)
WS_DOUBLE1(acos, ws_acos)
WS_DOUBLE1(atan, ws_atan)
WS_DOUBLE1(sinh, ws_sinh)
WS_DOUBLE1(cosh, ws_cosh)
WS_DOUBLE1(tanh, ws_tanh)
WS_DOUBLE1(asinh, ws_asinh)
WS_DOUBLE1(acosh, ws_acosh)
WS_DOUBLE1(atanh, ws_atanh)
WS_DOUBLE1(exp, ws_exp)
WS_DOUBLE1(exp2, ws_exp2)
WS_DOUBLE1(exp10, ws_exp10)
WS_DOUBLE1(expm1, ws_expm1)
WS_DOUBLE1(log, ws_log)
WS_DOUBLE1(log2, ws_log2)
WS_DOUBLE1(log10, ws_log10)
WS_DOUBLE1(log1p, ws_log1p)
WS_DOUBLE1(cbrt, ws_cbrt)
WS_DOUBLE1(sinpi, ws_sinpi)
WS_DOUBLE1(cospi, ws_cospi)
WS_DOUBLE1(erf, ws_erf)
WS_DOUBLE1(erfc, ws_erfc)
WS_DOUBLE1(erfcx, ws_erfcx)
WS_DOUBLE1(erfinv, ws_erfinv)
WS_DOUBLE1(erfcinv, ws_erfcinv)
WS_DOUBLE1(normcdf, ws_normcdf)
WS_DOUBLE1(normcdfinv, ws_normcdfinv)
WS_DOUBLE1(lgamma, ws_lgamma)
WS_DOUBLE1(tgamma, ws_tgamma)
WS_DOUBLE1(j0, ws_j0)
WS_DOUBLE1(j1, ws_j1)
WS_DOUBLE1(y0, ws_y0)
WS_DOUBLE1(y1, ws_y1)
WS_DOUBLE1(cyl_bessel_i0, ws_i0)
WS_DOUBLE1(cyl_bessel_i1, ws_i1)

#define WS_DOUBLE2(name, double_name)                                                                                  \
    WS_FUNCTION float name##f(float a, float b) { return static_cast<float>(double_name(a, b)); }                      \
    WS_FUNCTION double name(double a, double b) { return double_name(a, b); }                                          \
    WS_FUNCTION float name(float a, float b) { return static_cast<float>(double_name(a, b)); }
WS_DOUBLE2(pow, ws_pow)
WS_DOUBLE2(atan2, ws_atan2)
WS_DOUBLE2(hypot, ws_hypot)
WS_DOUBLE2(fmod, ws_fmod)

#define WS_DOUBLE_ORDER(name, double_name)                                                                             \
    WS_FUNCTION float name##f(int n, float v) { return static_cast<float>(double_name(n, v)); }                        \
    WS_FUNCTION double name(int n, double v) { return double_name(n, v); }                                             \
    WS_FUNCTION float name(int n, float v) { return static_cast<float>(double_name(n, v)); }
WS_DOUBLE_ORDER(jn, ws_jn)
WS_DOUBLE_ORDER(yn, ws_yn)

WS_FUNCTION double pow(double a, int b) { return ws_pow(a, b); }
WS_FUNCTION float pow(float a, int b) { return static_cast<float>(ws_pow(a, b)); }

WS_FUNCTION void sincos(double v, double* s, double* c) {
    *s = ws_sin(v);
    *c = ws_cos(v);
}
WS_FUNCTION void sincosf(float v, float* s, float* c) {
    *s = sinf(v);
    *c = cosf(v);
}
WS_FUNCTION double ldexp(double v, int exponent) { return ws_scale(v, exponent); }
WS_FUNCTION float ldexpf(float v, int exponent) { return static_cast<float>(ws_scale(v, exponent)); }
WS_INLINE float fdimf(float a, float b) { return a > b ? a - b : (a <= b ? 0.0f : a + b); }
WS_INLINE int lrintf(float v) { return __nvvm_f2i_rn(v); }
WS_INLINE long long llrintf(float v) { return __nvvm_f2ll_rn(v); }
WS_INLINE int lroundf(float v) { return __nvvm_f2i_rz(roundf(v)); }

WS_INLINE bool isnan(float v) { return v != v; }
WS_INLINE bool isnan(double v) { return v != v; }
WS_INLINE bool isinf(float v) { return fabsf(v) == __builtin_huge_valf(); }
WS_INLINE bool isinf(double v) { return fabs(v) == __builtin_huge_val(); }
WS_INLINE bool isfinite(float v) { return fabsf(v) < __builtin_huge_valf(); }
WS_INLINE bool isfinite(double v) { return fabs(v) < __builtin_huge_val(); }
WS_INLINE bool signbit(float v) { return __float_as_int(v) < 0; }
WS_INLINE bool signbit(double v) { return __double_as_longlong(v) < 0; }

WS_INLINE float __sinf(float v) { return __nvvm_sin_approx_f(v); }
WS_INLINE float __cosf(float v) { return __nvvm_cos_approx_f(v); }
WS_INLINE float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
WS_INLINE float __tanhf(float v) {
    float d;
    __asm__("tanh.approx.f32 %0, %1;" : "=f"(d) : "f"(v));
    return d;
}
WS_INLINE float fdividef(float a, float b) { return a / b; }
WS_INLINE double fdivide(double a, double b) { return a / b; }
WS_INLINE float __tanf(float v) { return __fdividef(__sinf(v), __cosf(v)); }
WS_INLINE float __expf(float v) { return __nvvm_ex2_approx_f(v * 1.4426950408889634f); }
WS_INLINE float __exp10f(float v) { return __nvvm_ex2_approx_f(v * 3.3219280948873623f); }
WS_INLINE float __log2f(float v) { return __nvvm_lg2_approx_f(v); }
WS_INLINE float __logf(float v) { return __nvvm_lg2_approx_f(v) * 0.6931471805599453f; }
WS_INLINE float __log10f(float v) { return __nvvm_lg2_approx_f(v) * 0.3010299956639812f; }
WS_INLINE float __powf(float a, float b) { return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a)); }
WS_INLINE float __saturatef(float v) { return __nvvm_saturate_f(v); }
WS_INLINE void __sincosf(float v, float* s, float* c) {
    *s = __sinf(v);
    *c = __cosf(v);
}

// Rounding modes: rn nearest, rz towards zero, rd down, ru up. Products are assembly to prevent fusing (see ws_mul).
// Conversions from integers are assembly, because clang's own always round to nearest.
#define WS_ROUNDED(suffix, mode)                                                                                       \
    WS_INLINE float __fadd_##suffix(float a, float b) { return __nvvm_add_##mode##_f(a, b); }                          \
    WS_INLINE float __fsub_##suffix(float a, float b) { return __nvvm_add_##mode##_f(a, -b); }                         \
    WS_INLINE float __fmul_##suffix(float a, float b) {                                                                \
        float product;                                                                                                 \
        __asm__("mul." #mode ".f32 %0, %1, %2;" : "=f"(product) : "f"(a), "f"(b));                                     \
        return product;                                                                                                \
    }                                                                                                                  \
    WS_INLINE float __fdiv_##suffix(float a, float b) { return __nvvm_div_##mode##_f(a, b); }                          \
    WS_INLINE float __frcp_##suffix(float v) { return __nvvm_rcp_##mode##_f(v); }                                      \
    WS_INLINE float __fsqrt_##suffix(float v) { return __nvvm_sqrt_##mode##_f(v); }                                    \
    WS_INLINE float __fmaf_##suffix(float a, float b, float c) { return __nvvm_fma_##mode##_f(a, b, c); }              \
    WS_INLINE double __dadd_##suffix(double a, double b) { return __nvvm_add_##mode##_d(a, b); }                       \
    WS_INLINE double __dmul_##suffix(double a, double b) {                                                             \
        double product;                                                                                                \
        __asm__("mul." #mode ".f64 %0, %1, %2;" : "=d"(product) : "d"(a), "d"(b));                                     \
        return product;                                                                                                \
    }                                                                                                                  \
    WS_INLINE double __ddiv_##suffix(double a, double b) { return __nvvm_div_##mode##_d(a, b); }                       \
    WS_INLINE double __fma_##suffix(double a, double b, double c) { return __nvvm_fma_##mode##_d(a, b, c); }           \
    WS_INLINE int __float2int_##suffix(float v) { return __nvvm_f2i_##mode(v); }                                       \
    WS_INLINE unsigned __float2uint_##suffix(float v) { return __nvvm_f2ui_##mode(v); }                                \
    WS_INLINE int __double2int_##suffix(double v) { return __nvvm_d2i_##mode(v); }                                     \
    WS_INLINE float __int2float_##suffix(int v) {                                                                      \
        float result;                                                                                                  \
        __asm__("cvt." #mode ".f32.s32 %0, %1;" : "=f"(result) : "r"(v));                                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE float __uint2float_##suffix(unsigned v) {                                                                \
        float result;                                                                                                  \
        __asm__("cvt." #mode ".f32.u32 %0, %1;" : "=f"(result) : "r"(v));                                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE float __double2float_##suffix(double v) { return __nvvm_d2f_##mode(v); }
WS_ROUNDED(rn, rn)
WS_ROUNDED(rz, rz)
WS_ROUNDED(rd, rm)
WS_ROUNDED(ru, rp)

#define WS_MIN_MAX(result, type_a, type_b)                                                                             \
    WS_INLINE result min(type_a a, type_b b) {                                                                         \
        return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b);      \
    }                                                                                                                  \
    WS_INLINE result max(type_a a, type_b b) {                                                                         \
        return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b);      \
    }
WS_MIN_MAX(int, int, int)
WS_MIN_MAX(unsigned, unsigned, unsigned)
WS_MIN_MAX(unsigned, int, unsigned)
WS_MIN_MAX(unsigned, unsigned, int)
WS_MIN_MAX(long, long, long)
WS_MIN_MAX(unsigned long, unsigned long, unsigned long)
WS_MIN_MAX(long long, long long, long long)
WS_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
WS_INLINE float min(float a, float b) { return fminf(a, b); }
WS_INLINE float max(float a, float b) { return fmaxf(a, b); }
WS_INLINE double min(double a, double b) { return fmin(a, b); }
WS_INLINE double max(double a, double b) { return fmax(a, b); }
WS_INLINE double min(float a, double b) { return __nvvm_fmin_d(a, b); }
WS_INLINE double max(float a, double b) { return __nvvm_fmax_d(a, b); }
WS_INLINE double min(double a, float b) { return __nvvm_fmin_d(a, b); }
WS_INLINE double max(double a, float b) { return __nvvm_fmax_d(a, b); }
WS_INLINE int abs(int v) { return v < 0 ? -v : v; }
WS_INLINE long abs(long v) { return v < 0 ? -v : v; }
WS_INLINE long long abs(long long v) { return v < 0 ? -v : v; }
WS_INLINE long long llabs(long long v) { return abs(v); }
WS_INLINE float abs(float v) { return fabsf(v); }
WS_INLINE double abs(double v) { return fabs(v); }
