// Half precision.
#pragma once

#include <warpscope/half/half_types.h>
#include <warpscope/half/half_functions.h>

#define WS_HALF_OF(type, ptx, letter)                                                                                  \
    WS_MEMBER __half(type v) { __asm__("cvt.rn.f16." ptx " %0, %1;" : "=h"(bits) : letter(v)); }

struct __attribute__((aligned(2))) __half {
    unsigned short bits;

    __half() = default;
    WS_HALF_OF(float, "f32", "f")
    WS_HALF_OF(double, "f64", "d")
    WS_HALF_OF(short, "s16", "h")
    WS_HALF_OF(unsigned short, "u16", "h")
    WS_HALF_OF(int, "s32", "r")
    WS_HALF_OF(unsigned, "u32", "r")
    WS_HALF_OF(long, "s64", "l")
    WS_HALF_OF(unsigned long, "u64", "l")
    WS_HALF_OF(long long, "s64", "l")
    WS_HALF_OF(unsigned long long, "u64", "l")
    WS_MEMBER operator float() const {
        float v;
        __asm__("cvt.f32.f16 %0, %1;" : "=f"(v) : "h"(bits));
        return v;
    }
    WS_MEMBER static __half of(unsigned short bits) {
        __half v;
        v.bits = bits;
        return v;
    }
};
struct __attribute__((aligned(4))) __half2 {
    __half x, y;

    __half2() = default;
    WS_MEMBER __half2(__half vx, __half vy)
        : x(vx)
        , y(vy) {}
};
typedef __half half, nv_half;
typedef __half2 half2, nv_half2;

#define WS_HALF_WHOLE_MODE(kind, type, ptx, letter, mode, to_mode, of_mode)                                            \
    WS_INLINE type __half2##kind##_##mode(__half v) {                                                                  \
        type whole;                                                                                                    \
        __asm__("cvt." to_mode "." ptx ".f16 %0, %1;" : "=" letter(whole) : "h"(v.bits));                              \
        return whole;                                                                                                  \
    }                                                                                                                  \
    WS_INLINE __half __##kind##2half_##mode(type v) {                                                                  \
        unsigned short bits;                                                                                           \
        __asm__("cvt." of_mode ".f16." ptx " %0, %1;" : "=h"(bits) : letter(v));                                       \
        return __half::of(bits);                                                                                       \
    }
#define WS_HALF_WHOLE(kind, type, ptx, letter)                                                                         \
    WS_HALF_WHOLE_MODE(kind, type, ptx, letter, rn, "rni", "rn")                                                       \
    WS_HALF_WHOLE_MODE(kind, type, ptx, letter, rz, "rzi", "rz")                                                       \
    WS_HALF_WHOLE_MODE(kind, type, ptx, letter, rd, "rmi", "rm")                                                       \
    WS_HALF_WHOLE_MODE(kind, type, ptx, letter, ru, "rpi", "rp")
WS_HALF_WHOLE(short, short, "s16", "h")
WS_HALF_WHOLE(ushort, unsigned short, "u16", "h")
WS_HALF_WHOLE(int, int, "s32", "r")
WS_HALF_WHOLE(uint, unsigned, "u32", "r")
WS_HALF_WHOLE(ll, long long, "s64", "l")
WS_HALF_WHOLE(ull, unsigned long long, "u64", "l")
WS_INLINE signed char __half2char_rz(__half v) {
    return static_cast<signed char>(min(max(__half2int_rz(v), -128), 127));
}
WS_INLINE unsigned char __half2uchar_rz(__half v) { return static_cast<unsigned char>(min(__half2uint_rz(v), 255u)); }

#define WS_FLOAT_TO_HALF(suffix, mode)                                                                                 \
    WS_INLINE __half __float2half_##suffix(float v) {                                                                  \
        unsigned short bits;                                                                                           \
        __asm__("cvt." mode ".f16.f32 %0, %1;" : "=h"(bits) : "f"(v));                                                 \
        return __half::of(bits);                                                                                       \
    }
WS_FLOAT_TO_HALF(rn, "rn")
WS_FLOAT_TO_HALF(rz, "rz")
WS_FLOAT_TO_HALF(rd, "rm")
WS_FLOAT_TO_HALF(ru, "rp")

#define WS_HALF_ARITHMETIC(name, suffix, instruction)                                                         \
    WS_INLINE __half name##suffix(__half a, __half b) {                                                                \
        unsigned short bits;                                                                                           \
        __asm__(instruction ".f16 %0, %1, %2;" : "=h"(bits) : "h"(a.bits), "h"(b.bits));                               \
        return __half::of(bits);                                                                                       \
    }                                                                                                                  \
    WS_INLINE __half2 name##2##suffix(__half2 a, __half2 b) {                                                          \
        unsigned bits;                                                                                                 \
        __asm__(instruction ".f16x2 %0, %1, %2;"                                                                       \
                : "=r"(bits)                                                                                           \
                : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)));                         \
        return __builtin_bit_cast(__half2, bits);                                                                      \
    }
#define WS_HALF_ARITHMETICS(name, instruction)                                                                         \
    WS_HALF_ARITHMETIC(name, , instruction ".rn")                                                                   \
    WS_HALF_ARITHMETIC(name, _rn, instruction ".rn")                                                                \
    WS_HALF_ARITHMETIC(name, _sat, instruction ".rn.sat")
WS_HALF_ARITHMETICS(__hadd, "add")
WS_HALF_ARITHMETICS(__hsub, "sub")
WS_HALF_ARITHMETICS(__hmul, "mul")

#define WS_HALF_FMA(suffix, instruction)                                                                               \
    WS_INLINE __half __hfma##suffix(__half a, __half b, __half c) {                                                    \
        unsigned short bits;                                                                                           \
        __asm__(instruction ".f16 %0, %1, %2, %3;" : "=h"(bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));              \
        return __half::of(bits);                                                                                       \
    }                                                                                                                  \
    WS_INLINE __half2 __hfma2##suffix(__half2 a, __half2 b, __half2 c) {                                               \
        unsigned bits;                                                                                                 \
        __asm__(instruction ".f16x2 %0, %1, %2, %3;"                                                                   \
                : "=r"(bits)                                                                                           \
                : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)),                          \
                  "r"(__builtin_bit_cast(unsigned, c)));                                                               \
        return __builtin_bit_cast(__half2, bits);                                                                      \
    }
WS_HALF_FMA(, "fma.rn")
WS_HALF_FMA(_sat, "fma.rn.sat")

WS_SMALL_FLOAT(__half, __half2, half)
WS_SMALL_FLOAT_FUNCTIONS(__half, __half2)
WS_INLINE int __hisinf(__half v) { return (v.bits & 0x7fff) != 0x7c00 ? 0 : v.bits == 0x7c00 ? 1 : -1; }

#if __CUDA_ARCH__ >= 800
WS_HALF_FMA(_relu, "fma.rn.relu")
#else
WS_INLINE __half __hfma_relu(__half a, __half b, __half c) { return __hmax_nan(__hfma(a, b, c), __half(0.0f)); }
WS_INLINE __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) {
    return __hmax2_nan(__hfma2(a, b, c), {__half(0.0f), __half(0.0f)});
}
#endif

WS_INLINE __half atomicAdd(__half* p, __half v) {
    unsigned short old;
    __asm__ volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(p), "h"(v.bits) : "memory");
    return __half::of(old);
}
/// Adds each of the two numbers atomically, but not both together.
WS_INLINE __half2 atomicAdd(__half2* p, __half2 v) {
    unsigned old;
    __asm__ volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                     : "=r"(old)
                     : "l"(p), "r"(__builtin_bit_cast(unsigned, v))
                     : "memory");
    return __builtin_bit_cast(__half2, old);
}

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
