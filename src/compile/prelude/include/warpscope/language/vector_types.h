#pragma once

#define WS_VECTOR1(type, element)                                                                                      \
    struct type##1 {                                                                                                   \
        element x;                                                                                                     \
    };                                                                                                                 \
    WS_INLINE type##1 make_##type##1(element x) { return {x}; }

#define WS_VECTOR2(type, element, alignment)                                                                           \
    struct __attribute__((aligned(alignment))) type##2 {                                                               \
        element x, y;                                                                                                  \
    };                                                                                                                 \
    WS_INLINE type##2 make_##type##2(element x, element y) { return {x, y}; }

#define WS_VECTOR3(type, element)                                                                                      \
    struct type##3 {                                                                                                   \
        element x, y, z;                                                                                               \
    };                                                                                                                 \
    WS_INLINE type##3 make_##type##3(element x, element y, element z) { return {x, y, z}; }

#define WS_VECTOR4(type, element, alignment)                                                                           \
    struct __attribute__((aligned(alignment))) type##4 {                                                               \
        element x, y, z, w;                                                                                            \
    };                                                                                                                 \
    WS_INLINE type##4 make_##type##4(element x, element y, element z, element w) { return {x, y, z, w}; }

#define WS_VECTORS(type, element, alignment2, alignment4)                                                              \
    WS_VECTOR1(type, element)                                                                                          \
    WS_VECTOR2(type, element, alignment2)                                                                              \
    WS_VECTOR3(type, element)                                                                                          \
    WS_VECTOR4(type, element, alignment4)

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

struct dim3 {
    unsigned x, y, z;
    __attribute__((device, host, nodebug)) constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1)
        : x(vx)
        , y(vy)
        , z(vz) {}
    __attribute__((device, nodebug)) dim3(uint3 v)
        : x(v.x)
        , y(v.y)
        , z(v.z) {}
    __attribute__((device, nodebug)) operator uint3() const { return {x, y, z}; }
};

#define WS_COMPONENT(component, reg)                                                                                   \
    __declspec(property(get = ws_get_##component)) unsigned component;                                                 \
    WS_INLINE unsigned ws_get_##component() { return __nvvm_read_ptx_sreg_##reg##_##component(); }

#define WS_INDEX(variable, reg)                                                                                        \
    struct ws_##variable##_type {                                                                                      \
        WS_COMPONENT(x, reg)                                                                                           \
        WS_COMPONENT(y, reg)                                                                                           \
        WS_COMPONENT(z, reg)                                                                                           \
        __attribute__((device, always_inline, nodebug)) operator uint3() const { return {x, y, z}; }                   \
        __attribute__((device, always_inline, nodebug)) operator dim3() const { return {x, y, z}; }                    \
    };                                                                                                                 \
    static const __attribute__((device)) ws_##variable##_type variable = {};

WS_INDEX(threadIdx, tid)
WS_INDEX(blockIdx, ctaid)
WS_INDEX(blockDim, ntid)
WS_INDEX(gridDim, nctaid)
static const __attribute__((device)) int warpSize = 32;
