// Functions of bfloat16. They compute in float, because GPUs before 8.0 have no bfloat16 arithmetic.
#pragma once

#include <warpscope/half/half_types.h>
#include <warpscope/half/half_functions.h>

/// Adds `added` to a float's bits for rounding, and returns their upper half.
WS_INLINE unsigned short ws_upper_half(float v, unsigned added) {
    return static_cast<unsigned short>(v != v ? 0x7fffu : (__float_as_uint(v) + added) >> 16);
}
WS_INLINE unsigned short ws_bfloat_rn(float v) { return ws_upper_half(v, 0x7fffu + (__float_as_uint(v) >> 16 & 1u)); }
WS_INLINE unsigned short ws_bfloat_rz(float v) { return ws_upper_half(v, 0); }
WS_INLINE unsigned short ws_bfloat_rd(float v) { return ws_upper_half(v, signbit(v) ? 0xffffu : 0); }
WS_INLINE unsigned short ws_bfloat_ru(float v) { return ws_upper_half(v, signbit(v) ? 0 : 0xffffu); }

#define WS_BFLOAT_OF(type)                                                                                             \
    WS_MEMBER __nv_bfloat16(type v)                                                                                    \
        : bits(ws_bfloat_rn(ws_to_odd(v))) {}

struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short bits;

    __nv_bfloat16() = default;
    WS_BFLOAT_OF(float)
    WS_BFLOAT_OF(double)
    WS_BFLOAT_OF(short)
    WS_BFLOAT_OF(unsigned short)
    WS_BFLOAT_OF(int)
    WS_BFLOAT_OF(unsigned)
    WS_BFLOAT_OF(long)
    WS_BFLOAT_OF(unsigned long)
    WS_BFLOAT_OF(long long)
    WS_BFLOAT_OF(unsigned long long)
    WS_MEMBER operator float() const { return __uint_as_float(static_cast<unsigned>(bits) << 16); }
    WS_MEMBER static __nv_bfloat16 of(unsigned short bits) {
        __nv_bfloat16 v;
        v.bits = bits;
        return v;
    }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    WS_MEMBER __nv_bfloat162(__nv_bfloat16 vx, __nv_bfloat16 vy)
        : x(vx)
        , y(vy) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define WS_BFLOAT_MODE(mode)                                                                                           \
    WS_INLINE __nv_bfloat16 __float2bfloat16_##mode(float v) { return __nv_bfloat16::of(ws_bfloat_##mode(v)); }        \
    WS_BFLOAT_WHOLE(short, short, __float2int_##mode, -32768, 32767, mode)                                             \
    WS_BFLOAT_WHOLE(ushort, unsigned short, __float2uint_##mode, 0u, 65535u, mode)                                     \
    WS_BFLOAT_WHOLE(int, int, __float2int_##mode, -2147483647 - 1, 2147483647, mode)                                   \
    WS_BFLOAT_WHOLE(uint, unsigned, __float2uint_##mode, 0u, 4294967295u, mode)                                        \
    WS_BFLOAT_WHOLE(ll, long long, __float2ll_##mode, LLONG_MIN, LLONG_MAX, mode)                                      \
    WS_BFLOAT_WHOLE(ull, unsigned long long, __float2ull_##mode, 0ull, ULLONG_MAX, mode)
#define WS_BFLOAT_WHOLE(kind, type, to_whole, least, greatest, mode)                                                   \
    WS_INLINE type __bfloat162##kind##_##mode(__nv_bfloat16 v) {                                                       \
        return static_cast<type>(min(max(to_whole(v), least), greatest));                                              \
    }                                                                                                                  \
    WS_INLINE __nv_bfloat16 __##kind##2bfloat16_##mode(type v) {                                                       \
        return __nv_bfloat16::of(ws_bfloat_##mode(ws_to_odd(v)));                                                      \
    }
WS_BFLOAT_MODE(rn)
WS_BFLOAT_MODE(rz)
WS_BFLOAT_MODE(rd)
WS_BFLOAT_MODE(ru)
WS_BFLOAT_WHOLE(char, signed char, __float2int_rz, -128, 127, rz)
WS_BFLOAT_WHOLE(uchar, unsigned char, __float2uint_rz, 0u, 255u, rz)

#define WS_BFLOAT_ARITHMETIC(name, suffix, ...)                                                                        \
    WS_INLINE __nv_bfloat16 name##suffix(__nv_bfloat16 left, __nv_bfloat16 right) {                                    \
        const float a = left, b = right;                                                                               \
        return __VA_ARGS__;                                                                                            \
    }                                                                                                                  \
    WS_INLINE __nv_bfloat162 name##2##suffix(__nv_bfloat162 a, __nv_bfloat162 b) {                                     \
        return {name##suffix(a.x, b.x), name##suffix(a.y, b.y)};                                                       \
    }
#define WS_BFLOAT_ARITHMETICS(name, sign)                                                                              \
    WS_BFLOAT_ARITHMETIC(name, , a sign b)                                                                             \
    WS_BFLOAT_ARITHMETIC(name, _rn, a sign b)                                                                          \
    WS_BFLOAT_ARITHMETIC(name, _sat, __saturatef(a sign b))
WS_BFLOAT_ARITHMETICS(__hadd, +)
WS_BFLOAT_ARITHMETICS(__hsub, -)
WS_BFLOAT_ARITHMETICS(__hmul, *)

/// Rounds the float to odd (if inexact, to the neighbor with last bit 1), so that rounding it again is correct.
WS_INLINE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    const float low = __fmaf_rd(a, b, c), high = __fmaf_ru(a, b, c);
    if (low == high || low != low) return __fmaf_rn(a, b, c);
    return (__float_as_uint(low) & 1) != 0 ? low : high;
}
#define WS_BFLOAT_FMA(suffix, ...)                                                                                     \
    WS_INLINE __nv_bfloat16 __hfma##suffix(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __VA_ARGS__; }
#define WS_BFLOAT_FMA2(suffix)                                                                                         \
    WS_INLINE __nv_bfloat162 __hfma2##suffix(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {                   \
        return {__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y)};                                         \
    }
WS_BFLOAT_FMA2()

WS_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, bfloat16)
WS_SMALL_FLOAT_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
WS_INLINE int __hisinf(__nv_bfloat16 v) { return (v.bits & 0x7fff) != 0x7f80 ? 0 : v.bits == 0x7f80 ? 1 : -1; }
WS_BFLOAT_FMA(_sat, __saturatef(__hfma(a, b, c)))
WS_BFLOAT_FMA2(_sat)
WS_BFLOAT_FMA(_relu, __hmax_nan(__hfma(a, b, c), __nv_bfloat16(0.0f)))
WS_BFLOAT_FMA2(_relu)

/// Repeats a compare-and-swap, because GPUs before 9.0 have no bfloat16 atomics.
WS_INLINE __nv_bfloat16 atomicAdd(__nv_bfloat16* p, __nv_bfloat16 v) {
    auto* const word = reinterpret_cast<unsigned short*>(p);
    unsigned short seen = atomicCAS(word, 0, 0), before;
    do {
        before = seen;
        seen = atomicCAS(word, before, (__nv_bfloat16::of(before) + v).bits);
    } while (seen != before);
    return __nv_bfloat16::of(seen);
}
WS_INLINE __nv_bfloat162 atomicAdd(__nv_bfloat162* p, __nv_bfloat162 v) {
    auto* const word = reinterpret_cast<unsigned*>(p);
    unsigned seen = atomicCAS(word, 0u, 0u), before;
    do {
        before = seen;
        seen = atomicCAS(word, before, __builtin_bit_cast(unsigned, __builtin_bit_cast(__nv_bfloat162, before) + v));
    } while (seen != before);
    return __builtin_bit_cast(__nv_bfloat162, seen);
}

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
