#pragma once
#include <math.h>

inline __host__ __device__ float4 operator+(float4 a, float4 b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
inline __host__ __device__ float4 operator*(float s, float4 a) { return make_float4(s * a.x, s * a.y, s * a.z, s * a.w); }
inline __host__ __device__ float4 lerp(float4 a, float4 b, float t) { return (1 - t) * a + t * b; }
#ifndef __CUDACC__
inline float saturate_host(float x) { return x < 0 ? 0 : x; }
#endif
static __device__ __forceinline__ float saturate(float x) { return fminf(fmaxf(x, 0.f), 1.f); }
inline std::ostream &operator<<(std::ostream &out, const float4 &v) { return out << v.x; }
