// Complex numbers as CUDA's C interface has them, in host code.
#pragma once

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define WS_COMPLEX(type, element, suffix)                                                                              \
    WS_BOTH element cuCreal##suffix(type v) { return v.x; }                                                            \
    WS_BOTH element cuCimag##suffix(type v) { return v.y; }                                                            \
    WS_BOTH type cuConj##suffix(type v) { return {v.x, -v.y}; }                                                        \
    WS_BOTH type cuCadd##suffix(type a, type b) { return {a.x + b.x, a.y + b.y}; }                                     \
    WS_BOTH type cuCsub##suffix(type a, type b) { return {a.x - b.x, a.y - b.y}; }                                     \
    WS_BOTH type cuCmul##suffix(type a, type b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }             \
    WS_BOTH type cuCdiv##suffix(type a, type b) {                                                                      \
        const element scale = element(1) / (std::abs(b.x) + std::abs(b.y));                                            \
        const type n = {a.x * scale, a.y * scale}, d = {b.x * scale, b.y * scale};                                     \
        const element over = element(1) / (d.x * d.x + d.y * d.y);                                                     \
        return {(n.x * d.x + n.y * d.y) * over, (n.y * d.x - n.x * d.y) * over};                                       \
    }                                                                                                                  \
    WS_BOTH element cuCabs##suffix(type v) { return std::hypot(v.x, v.y); }                                            \
    WS_BOTH type cuCfma##suffix(type a, type b, type c) { return cuCadd##suffix(cuCmul##suffix(a, b), c); }
WS_COMPLEX(cuFloatComplex, float, f)
WS_COMPLEX(cuDoubleComplex, double, )
WS_BOTH cuFloatComplex make_cuFloatComplex(float x, float y) { return {x, y}; }
WS_BOTH cuDoubleComplex make_cuDoubleComplex(double x, double y) { return {x, y}; }
WS_BOTH cuComplex make_cuComplex(float x, float y) { return {x, y}; }
WS_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y)};
}
WS_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex v) { return {v.x, v.y}; }
