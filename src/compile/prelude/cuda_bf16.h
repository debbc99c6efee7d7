// bfloat16, for clang without the CUDA Toolkit's headers: what kernels use of it. GPUs before compute capability 8.0
// have no arithmetic for it, so all of it goes by way of float.
#pragma once

#include <ws_half_operators.h>

struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short bits;

    __nv_bfloat16() = default;
    /// To the nearest, ties to even: half of the lowest kept bit is added before the rest is cut off.
    WS_MEMBER __nv_bfloat16(float v) {
        const unsigned all = __float_as_uint(v);
        bits = static_cast<unsigned short>(v != v ? 0x7fffu : (all + 0x7fffu + (all >> 16 & 1u)) >> 16);
    }
    WS_MEMBER __nv_bfloat16(double v)
        : __nv_bfloat16(static_cast<float>(v)) {}
    WS_MEMBER __nv_bfloat16(int v)
        : __nv_bfloat16(static_cast<float>(v)) {}
    WS_MEMBER operator float() const { return __uint_as_float(static_cast<unsigned>(bits) << 16); }
    WS_MEMBER static __nv_bfloat16 of(unsigned short bits) {
        __nv_bfloat16 v;
        v.bits = bits;
        return v;
    }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

WS_INLINE float __bfloat162float(__nv_bfloat16 v) { return v; }
WS_INLINE __nv_bfloat16 __float2bfloat16(float v) { return v; }
WS_INLINE __nv_bfloat16 __float2bfloat16_rn(float v) { return v; }
WS_INLINE __nv_bfloat16 __double2bfloat16(double v) { return v; }
WS_INLINE __nv_bfloat16 __int2bfloat16_rn(int v) { return v; }
WS_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16::of(bits); }
WS_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 v) { return v.bits; }

#define WS_BFLOAT2(name, sign)                                                                                         \
    WS_INLINE __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) {                                                   \
        return static_cast<float>(a) sign static_cast<float>(b);                                                       \
    }                                                                                                                  \
    WS_INLINE __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b) { return {name(a.x, b.x), name(a.y, b.y)}; }
WS_BFLOAT2(__hadd, +)
WS_BFLOAT2(__hsub, -)
WS_BFLOAT2(__hmul, *)
WS_BFLOAT2(__hdiv, /)
WS_INLINE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return fmaf(a, b, c); }
WS_INLINE __nv_bfloat16 __hneg(__nv_bfloat16 v) { return __nv_bfloat16::of(v.bits ^ 0x8000); }
WS_INLINE __nv_bfloat16 __habs(__nv_bfloat16 v) { return __nv_bfloat16::of(v.bits & 0x7fff); }
WS_INLINE bool __hisnan(__nv_bfloat16 v) { return (v.bits & 0x7fff) > 0x7f80; }

WS_INLINE __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
WS_INLINE __nv_bfloat162 __float2bfloat162_rn(float v) { return {v, v}; }
WS_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 v) { return {v, v}; }
WS_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
WS_INLINE float2 __bfloat1622float2(__nv_bfloat162 v) { return {v.x, v.y}; }
WS_INLINE float __low2float(__nv_bfloat162 v) { return v.x; }
WS_INLINE float __high2float(__nv_bfloat162 v) { return v.y; }

WS_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162)
WS_SMALL_FLOAT_FUNCTIONS(__nv_bfloat16)

/// No GPU before 9.0 adds them in memory; the loop is the one that the programming guide has for such types.
WS_INLINE __nv_bfloat16 atomicAdd(__nv_bfloat16* p, __nv_bfloat16 v) {
    auto* const word = reinterpret_cast<unsigned short*>(p);
    unsigned short seen = atomicCAS(word, 0, 0), before;
    do {
        before = seen;
        seen = atomicCAS(word, before, (__nv_bfloat16::of(before) + v).bits);
    } while (seen != before);
    return __nv_bfloat16::of(seen);
}
