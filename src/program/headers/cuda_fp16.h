// Half precision in host code, without arithmetic.
#pragma once

#include "cuda_runtime.h"

/// Rounds to nearest, ties to even.
WS_BOTH unsigned short ws_half_bits(float x) {
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    const unsigned sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
    if (rest > 0x7f800000) return static_cast<unsigned short>(0x7fff);         // NaN
    if (rest >= 0x477ff000) return static_cast<unsigned short>(sign | 0x7c00); // too large
    if (rest < 0x38800000) {                                                   // subnormal
        const float steps = fabsf(x) * 16777216.0f;                            // in units of 2^-24
        return static_cast<unsigned short>(sign | static_cast<unsigned>(rintf(steps)));
    }
    const unsigned rounded = rest + 0xfff + (rest >> 13 & 1);
    return static_cast<unsigned short>(sign | (rounded - 0x38000000) >> 13);
}
WS_BOTH float ws_half_value(unsigned short half) {
    const unsigned exponent = half >> 10 & 31, fraction = half & 0x3ff;
    const unsigned sign = static_cast<unsigned>(half & 0x8000) << 16;
    float value = static_cast<float>(fraction) / 16777216.0f;
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    if (exponent != 0) bits = exponent == 31 ? 0x7f800000 | fraction << 13 : (exponent + 112) << 23 | fraction << 13;
    bits |= sign;
    memcpy(&value, &bits, sizeof value);
    return value;
}

struct __half {
    unsigned short bits;

    __half() = default;
    __host__ __device__ __half(float x)
        : bits(ws_half_bits(x)) {}
    __host__ __device__ __half(double x)
        : bits(ws_half_bits(static_cast<float>(x))) {}
    __host__ __device__ __half(int x)
        : bits(ws_half_bits(static_cast<float>(x))) {}
    __host__ __device__ operator float() const { return ws_half_value(bits); }
};
typedef __half half;
struct __attribute__((aligned(4))) __half2 {
    __half x, y;
};
typedef __half2 half2;

WS_BOTH __half __float2half(float x) { return __half(x); }
WS_BOTH __half __float2half_rn(float x) { return __half(x); }
WS_BOTH __half __double2half(double x) { return __half(x); }
WS_BOTH float __half2float(__half x) { return static_cast<float>(x); }
WS_BOTH __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
WS_BOTH __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
WS_BOTH float2 __half22float2(__half2 x) { return {static_cast<float>(x.x), static_cast<float>(x.y)}; }
WS_BOTH float __low2float(__half2 x) { return static_cast<float>(x.x); }
WS_BOTH float __high2float(__half2 x) { return static_cast<float>(x.y); }
