// Half precision, for clang without the CUDA Toolkit's headers: what kernels use of it.
#pragma once

#include <ws_half_operators.h>

struct __attribute__((aligned(2))) __half {
    unsigned short bits;

    __half() = default;
    WS_MEMBER __half(float v) { __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(v)); }
    WS_MEMBER __half(double v) { __asm__("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(v)); }
    WS_MEMBER __half(int v) { __asm__("cvt.rn.f16.s32 %0, %1;" : "=h"(bits) : "r"(v)); }
    WS_MEMBER __half(unsigned v) { __asm__("cvt.rn.f16.u32 %0, %1;" : "=h"(bits) : "r"(v)); }
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
};
typedef __half half;
typedef __half2 half2;

WS_INLINE float __half2float(__half v) { return v; }
WS_INLINE __half __float2half(float v) { return v; }
WS_INLINE __half __double2half(double v) { return v; }
WS_INLINE __half __int2half_rn(int v) { return v; }
WS_INLINE __half __uint2half_rn(unsigned v) { return v; }
WS_INLINE int __half2int_rn(__half v) { return __float2int_rn(v); }
WS_INLINE int __half2int_rz(__half v) { return __float2int_rz(v); }
WS_INLINE unsigned __half2uint_rz(__half v) { return __float2uint_rz(v); }
WS_INLINE __half __ushort_as_half(unsigned short bits) { return __half::of(bits); }
WS_INLINE __half __short_as_half(short bits) { return __half::of(static_cast<unsigned short>(bits)); }
WS_INLINE unsigned short __half_as_ushort(__half v) { return v.bits; }
WS_INLINE short __half_as_short(__half v) { return static_cast<short>(v.bits); }
#define WS_TO_HALF(mode)                                                                                               \
    WS_INLINE __half __float2half_##mode(float v) {                                                                    \
        unsigned short bits;                                                                                           \
        __asm__("cvt." WS_PTX_##mode ".f16.f32 %0, %1;" : "=h"(bits) : "f"(v));                                        \
        return __half::of(bits);                                                                                       \
    }
#define WS_PTX_rn "rn"
#define WS_PTX_rz "rz"
#define WS_PTX_rd "rm"
#define WS_PTX_ru "rp"
WS_TO_HALF(rn)
WS_TO_HALF(rz)

#define WS_HALF2(name, instruction)                                                                                    \
    WS_INLINE __half name(__half a, __half b) {                                                                        \
        unsigned short bits;                                                                                           \
        __asm__(instruction ".f16 %0, %1, %2;" : "=h"(bits) : "h"(a.bits), "h"(b.bits));                               \
        return __half::of(bits);                                                                                       \
    }                                                                                                                  \
    WS_INLINE __half2 name##2(__half2 a, __half2 b) {                                                                  \
        unsigned bits;                                                                                                 \
        __asm__(instruction ".f16x2 %0, %1, %2;"                                                                       \
                : "=r"(bits)                                                                                           \
                : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)));                         \
        return __builtin_bit_cast(__half2, bits);                                                                      \
    }
WS_HALF2(__hadd, "add.rn")
WS_HALF2(__hsub, "sub.rn")
WS_HALF2(__hmul, "mul.rn")
WS_INLINE __half __hfma(__half a, __half b, __half c) {
    unsigned short bits;
    __asm__("fma.rn.f16 %0, %1, %2, %3;" : "=h"(bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
    return __half::of(bits);
}
WS_INLINE __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
WS_INLINE __half __hdiv(__half a, __half b) { return static_cast<float>(a) / static_cast<float>(b); }
WS_INLINE __half __hneg(__half v) { return __half::of(v.bits ^ 0x8000); }
WS_INLINE __half __habs(__half v) { return __half::of(v.bits & 0x7fff); }
WS_INLINE bool __hisnan(__half v) { return (v.bits & 0x7fff) > 0x7c00; }
WS_INLINE int __hisinf(__half v) { return (v.bits & 0x7fff) != 0x7c00 ? 0 : v.bits == 0x7c00 ? 1 : -1; }

WS_INLINE __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
WS_INLINE __half2 __float2half2_rn(float v) { return {v, v}; }
WS_INLINE __half2 __float22half2_rn(float2 v) { return {v.x, v.y}; }
WS_INLINE float2 __half22float2(__half2 v) { return {v.x, v.y}; }
WS_INLINE __half2 __half2half2(__half v) { return {v, v}; }
WS_INLINE __half2 __halves2half2(__half x, __half y) { return {x, y}; }
WS_INLINE __half2 make_half2(__half x, __half y) { return {x, y}; }
WS_INLINE __half __low2half(__half2 v) { return v.x; }
WS_INLINE __half __high2half(__half2 v) { return v.y; }
WS_INLINE float __low2float(__half2 v) { return v.x; }
WS_INLINE float __high2float(__half2 v) { return v.y; }
WS_INLINE __half2 __hneg2(__half2 v) { return {__hneg(v.x), __hneg(v.y)}; }

WS_SMALL_FLOAT(__half, __half2)
WS_SMALL_FLOAT_FUNCTIONS(__half)

WS_INLINE __half atomicAdd(__half* p, __half v) {
    unsigned short old;
    __asm__ volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(p), "h"(v.bits) : "memory");
    return __half::of(old);
}
