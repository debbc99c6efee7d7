// Vector types and dim3 with the layout of device code. This file is also valid C.
#pragma once

#define __VECTOR_TYPES_H__

#include "warpscope/language.h"

#define WS_BOTH static inline __host__ __device__

#define WS_VECTORS(type, element, alignment2, alignment4)                                                              \
    struct type##1 {                                                                                                   \
        element x;                                                                                                     \
    };                                                                                                                 \
    struct __attribute__((aligned(alignment2))) type##2 {                                                              \
        element x, y;                                                                                                  \
    };                                                                                                                 \
    struct type##3 {                                                                                                   \
        element x, y, z;                                                                                               \
    };                                                                                                                 \
    struct __attribute__((aligned(alignment4))) type##4 {                                                              \
        element x, y, z, w;                                                                                            \
    };                                                                                                                 \
    typedef struct type##1 type##1;                                                                                    \
    typedef struct type##2 type##2;                                                                                    \
    typedef struct type##3 type##3;                                                                                    \
    typedef struct type##4 type##4;                                                                                    \
    WS_BOTH type##1 make_##type##1(element x) {                                                                        \
        type##1 v = {x};                                                                                               \
        return v;                                                                                                      \
    }                                                                                                                  \
    WS_BOTH type##2 make_##type##2(element x, element y) {                                                             \
        type##2 v = {x, y};                                                                                            \
        return v;                                                                                                      \
    }                                                                                                                  \
    WS_BOTH type##3 make_##type##3(element x, element y, element z) {                                                  \
        type##3 v = {x, y, z};                                                                                         \
        return v;                                                                                                      \
    }                                                                                                                  \
    WS_BOTH type##4 make_##type##4(element x, element y, element z, element w) {                                       \
        type##4 v = {x, y, z, w};                                                                                      \
        return v;                                                                                                      \
    }

WS_VECTORS(char, signed char, 2, 4)
WS_VECTORS(uchar, unsigned char, 2, 4)
WS_VECTORS(short, short, 4, 8)
WS_VECTORS(ushort, unsigned short, 4, 8)
WS_VECTORS(int, int, 8, 16)
WS_VECTORS(uint, unsigned int, 8, 16)
WS_VECTORS(long, long, 16, 16)
WS_VECTORS(ulong, unsigned long, 16, 16)
WS_VECTORS(longlong, long long, 16, 16)
WS_VECTORS(ulonglong, unsigned long long, 16, 16)
WS_VECTORS(float, float, 8, 16)
WS_VECTORS(double, double, 16, 16)

typedef struct dim3 {
    unsigned x, y, z;
#ifdef __cplusplus
    __host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1)
        : x(vx)
        , y(vy)
        , z(vz) {}
    __host__ __device__ constexpr dim3(uint3 v)
        : x(v.x)
        , y(v.y)
        , z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
#endif
} dim3;
