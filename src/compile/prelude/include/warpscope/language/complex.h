// CUDA's complex numbers. Host code includes them too (src/program/headers); must be valid C, where
// functions cannot return a braced list.
#pragma once

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define WS_COMPLEX(type, element, suffix, absolute, length)                                                            \
    WS_INLINE element cuCreal##suffix(type v) { return v.x; }                                                          \
    WS_INLINE element cuCimag##suffix(type v) { return v.y; }                                                          \
    WS_INLINE type cuConj##suffix(type v) {                                                                            \
        const type result = {v.x, -v.y};                                                                               \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE type cuCadd##suffix(type a, type b) {                                                                    \
        const type result = {a.x + b.x, a.y + b.y};                                                                    \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE type cuCsub##suffix(type a, type b) {                                                                    \
        const type result = {a.x - b.x, a.y - b.y};                                                                    \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE type cuCmul##suffix(type a, type b) {                                                                    \
        const type result = {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                            \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE type cuCdiv##suffix(type a, type b) {                                                                    \
        const element scale = (element)1 / (absolute(b.x) + absolute(b.y));                                            \
        const type n = {a.x * scale, a.y * scale}, d = {b.x * scale, b.y * scale};                                     \
        const element over = (element)1 / (d.x * d.x + d.y * d.y);                                                     \
        const type result = {(n.x * d.x + n.y * d.y) * over, (n.y * d.x - n.x * d.y) * over};                          \
        return result;                                                                                                 \
    }                                                                                                                  \
    WS_FUNCTION element cuCabs##suffix(type v) { return length(v.x, v.y); }                                            \
    WS_INLINE type cuCfma##suffix(type a, type b, type c) { return cuCadd##suffix(cuCmul##suffix(a, b), c); }
WS_COMPLEX(cuFloatComplex, float, f, fabsf, hypotf)
WS_COMPLEX(cuDoubleComplex, double, , fabs, hypot)
WS_INLINE cuFloatComplex make_cuFloatComplex(float x, float y) {
    const cuFloatComplex result = {x, y};
    return result;
}
WS_INLINE cuDoubleComplex make_cuDoubleComplex(double x, double y) {
    const cuDoubleComplex result = {x, y};
    return result;
}
WS_INLINE cuComplex make_cuComplex(float x, float y) {
    const cuComplex result = {x, y};
    return result;
}
WS_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex v) {
    const cuFloatComplex result = {(float)v.x, (float)v.y};
    return result;
}
WS_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex v) {
    const cuDoubleComplex result = {v.x, v.y};
    return result;
}
