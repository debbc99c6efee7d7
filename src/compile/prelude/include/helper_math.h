// Arithmetic on vector types for host and device code, compatible with helper_math.h of the CUDA samples.
#pragma once

#include <cuda_runtime.h>
#include <math.h>

#if !defined(__CUDACC__) && !defined(__CUDA__)
// CUDA declares min and max of numbers without std::, C++ does not.
#define WS_MIN_MAX(type)                                                                                               \
    inline type min(type a, type b) { return b < a ? b : a; }                                                          \
    inline type max(type a, type b) { return a < b ? b : a; }
WS_MIN_MAX(int)
WS_MIN_MAX(unsigned)
#undef WS_MIN_MAX
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
#endif

#define WS_HELPER static __inline__ __host__ __device__

#define WS_MAKE(name, element)                                                                                         \
    WS_HELPER name##2 make_##name##2(element s) { return make_##name##2(s, s); }                                       \
    WS_HELPER name##2 make_##name##2(name##3 a) { return make_##name##2(a.x, a.y); }                                   \
    WS_HELPER name##3 make_##name##3(element s) { return make_##name##3(s, s, s); }                                    \
    WS_HELPER name##3 make_##name##3(name##2 a) { return make_##name##3(a.x, a.y, element(0)); }                       \
    WS_HELPER name##3 make_##name##3(name##2 a, element z) { return make_##name##3(a.x, a.y, z); }                     \
    WS_HELPER name##3 make_##name##3(name##4 a) { return make_##name##3(a.x, a.y, a.z); }                              \
    WS_HELPER name##4 make_##name##4(element s) { return make_##name##4(s, s, s, s); }                                 \
    WS_HELPER name##4 make_##name##4(name##3 a) { return make_##name##4(a.x, a.y, a.z, element(0)); }                  \
    WS_HELPER name##4 make_##name##4(name##3 a, element w) { return make_##name##4(a.x, a.y, a.z, w); }
WS_MAKE(float, float)
WS_MAKE(int, int)
WS_MAKE(uint, unsigned)
#undef WS_MAKE

#define WS_CONVERT(to, element, from)                                                                                  \
    WS_HELPER to##2 make_##to##2(from##2 a) { return make_##to##2(element(a.x), element(a.y)); }                       \
    WS_HELPER to##3 make_##to##3(from##3 a) { return make_##to##3(element(a.x), element(a.y), element(a.z)); }         \
    WS_HELPER to##4 make_##to##4(from##4 a) {                                                                          \
        return make_##to##4(element(a.x), element(a.y), element(a.z), element(a.w));                                   \
    }
WS_CONVERT(float, float, int)
WS_CONVERT(float, float, uint)
WS_CONVERT(int, int, float)
WS_CONVERT(int, int, uint)
WS_CONVERT(uint, unsigned, int)
#undef WS_CONVERT

#define WS_OPERATOR(name, element, op)                                                                                 \
    WS_HELPER name##2 operator op(name##2 a, name##2 b) { return make_##name##2(a.x op b.x, a.y op b.y); }             \
    WS_HELPER name##3 operator op(name##3 a, name##3 b) { return make_##name##3(a.x op b.x, a.y op b.y, a.z op b.z); } \
    WS_HELPER name##4 operator op(name##4 a, name##4 b) {                                                              \
        return make_##name##4(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w);                                         \
    }                                                                                                                  \
    WS_WITH_NUMBER(name##2, element, op)                                                                               \
    WS_WITH_NUMBER(name##3, element, op)                                                                               \
    WS_WITH_NUMBER(name##4, element, op)
#define WS_WITH_NUMBER(vector, element, op)                                                                            \
    WS_HELPER vector operator op(vector a, element b) { return a op make_##vector(b); }                                \
    WS_HELPER vector operator op(element a, vector b) { return make_##vector(a) op b; }                                \
    WS_HELPER void operator op##=(vector& a, vector b) { a = a op b; }                                                 \
    WS_HELPER void operator op##=(vector& a, element b) { a = a op b; }
#define WS_ARITHMETIC(name, element)                                                                                   \
    WS_OPERATOR(name, element, +)                                                                                      \
    WS_OPERATOR(name, element, -)                                                                                      \
    WS_OPERATOR(name, element, *)                                                                                      \
    WS_OPERATOR(name, element, /)
WS_ARITHMETIC(float, float)
WS_ARITHMETIC(int, int)
WS_ARITHMETIC(uint, unsigned)
#undef WS_ARITHMETIC
#undef WS_WITH_NUMBER
#undef WS_OPERATOR

#define WS_NEGATE(name)                                                                                                \
    WS_HELPER name##2 operator-(const name##2& a) { return make_##name##2(-a.x, -a.y); }                               \
    WS_HELPER name##3 operator-(const name##3& a) { return make_##name##3(-a.x, -a.y, -a.z); }                         \
    WS_HELPER name##4 operator-(const name##4& a) { return make_##name##4(-a.x, -a.y, -a.z, -a.w); }
WS_NEGATE(float)
WS_NEGATE(int)
#undef WS_NEGATE

#define WS_EACH1(name, function, of)                                                                                   \
    WS_HELPER name##2 function(name##2 a) { return make_##name##2(of(a.x), of(a.y)); }                                 \
    WS_HELPER name##3 function(name##3 a) { return make_##name##3(of(a.x), of(a.y), of(a.z)); }                        \
    WS_HELPER name##4 function(name##4 a) { return make_##name##4(of(a.x), of(a.y), of(a.z), of(a.w)); }
#define WS_EACH2(name, function, of)                                                                                   \
    WS_HELPER name##2 function(name##2 a, name##2 b) { return make_##name##2(of(a.x, b.x), of(a.y, b.y)); }            \
    WS_HELPER name##3 function(name##3 a, name##3 b) {                                                                 \
        return make_##name##3(of(a.x, b.x), of(a.y, b.y), of(a.z, b.z));                                               \
    }                                                                                                                  \
    WS_HELPER name##4 function(name##4 a, name##4 b) {                                                                 \
        return make_##name##4(of(a.x, b.x), of(a.y, b.y), of(a.z, b.z), of(a.w, b.w));                                 \
    }
WS_HELPER float fracf(float v) { return v - floorf(v); }
WS_EACH1(float, floorf, ::floorf)
WS_EACH1(float, fracf, ::fracf)
WS_EACH1(float, fabs, ::fabsf)
WS_EACH1(int, abs, ::abs)
WS_EACH2(float, fminf, ::fminf)
WS_EACH2(float, fmaxf, ::fmaxf)
WS_EACH2(float, fmodf, ::fmodf)
WS_EACH2(int, min, ::min)
WS_EACH2(int, max, ::max)
WS_EACH2(uint, min, ::min)
WS_EACH2(uint, max, ::max)
#undef WS_EACH1
#undef WS_EACH2

#define WS_CLAMP(name, element, least, most)                                                                           \
    WS_HELPER element clamp(element v, element low, element high) { return most(low, least(v, high)); }                \
    WS_CLAMP_VECTOR(name##2, element, least, most)                                                                     \
    WS_CLAMP_VECTOR(name##3, element, least, most)                                                                     \
    WS_CLAMP_VECTOR(name##4, element, least, most)
#define WS_CLAMP_VECTOR(vector, element, least, most)                                                                  \
    WS_HELPER vector clamp(vector v, vector low, vector high) { return most(low, least(v, high)); }                    \
    WS_HELPER vector clamp(vector v, element low, element high) {                                                      \
        return clamp(v, make_##vector(low), make_##vector(high));                                                      \
    }
WS_CLAMP(float, float, fminf, fmaxf)
WS_CLAMP(int, int, min, max)
WS_CLAMP(uint, unsigned, min, max)
#undef WS_CLAMP
#undef WS_CLAMP_VECTOR

#define WS_DOT(name, element)                                                                                          \
    WS_HELPER element dot(name##2 a, name##2 b) { return a.x * b.x + a.y * b.y; }                                      \
    WS_HELPER element dot(name##3 a, name##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                          \
    WS_HELPER element dot(name##4 a, name##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
WS_DOT(float, float)
WS_DOT(int, int)
WS_DOT(uint, unsigned)
#undef WS_DOT

WS_HELPER float lerp(float a, float b, float t) { return a + t * (b - a); }
WS_HELPER float smoothstep(float a, float b, float x) {
    const float t = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}
#define WS_GEOMETRY(vector)                                                                                            \
    WS_HELPER vector lerp(vector a, vector b, float t) { return a + t * (b - a); }                                     \
    WS_HELPER float length(vector v) { return sqrtf(dot(v, v)); }                                                      \
    WS_HELPER vector normalize(vector v) { return v * rsqrtf(dot(v, v)); }                                             \
    WS_HELPER vector smoothstep(vector a, vector b, vector x) {                                                        \
        const vector t = clamp((x - a) / (b - a), 0.0f, 1.0f);                                                         \
        return t * t * (3.0f - 2.0f * t);                                                                              \
    }
WS_GEOMETRY(float2)
WS_GEOMETRY(float3)
WS_GEOMETRY(float4)
#undef WS_GEOMETRY

WS_HELPER float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
WS_HELPER float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#undef WS_HELPER
