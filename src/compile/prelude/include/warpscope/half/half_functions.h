// Functions of half precision, bfloat16 and their pairs. Inexact functions compute in double, because rounding twice
// via float may err halfway between two numbers.
#pragma once

#define WS_SMALL_FUNCTION(type, pair, name, ...)                                                                       \
    WS_INLINE type h##name(type number) {                                                                              \
        const float v = number;                                                                                        \
        return __VA_ARGS__;                                                                                            \
    }                                                                                                                  \
    WS_INLINE pair h2##name(pair v) { return {h##name(v.x), h##name(v.y)}; }

#define WS_SMALL_FLOAT_FUNCTIONS(type, pair)                                                                           \
    WS_SMALL_FUNCTION(type, pair, sqrt, sqrtf(v))                                                                      \
    WS_SMALL_FUNCTION(type, pair, rsqrt, rsqrtf(v))                                                                    \
    WS_SMALL_FUNCTION(type, pair, rcp, 1.0f / v)                                                                       \
    WS_SMALL_FUNCTION(type, pair, exp, ws_to_odd(ws_exp(v)))                                                           \
    WS_SMALL_FUNCTION(type, pair, exp2, ws_to_odd(ws_exp2(v)))                                                         \
    WS_SMALL_FUNCTION(type, pair, exp10, ws_to_odd(ws_exp10(v)))                                                       \
    WS_SMALL_FUNCTION(type, pair, log, ws_to_odd(ws_log(v)))                                                           \
    WS_SMALL_FUNCTION(type, pair, log2, ws_to_odd(ws_log2(v)))                                                         \
    WS_SMALL_FUNCTION(type, pair, log10, ws_to_odd(ws_log10(v)))                                                       \
    WS_SMALL_FUNCTION(type, pair, sin, ws_to_odd(ws_sin(v)))                                                           \
    WS_SMALL_FUNCTION(type, pair, cos, ws_to_odd(ws_cos(v)))                                                           \
    WS_SMALL_FUNCTION(type, pair, tanh, ws_to_odd(ws_tanh(v)))                                                         \
    WS_SMALL_FUNCTION(type, pair, floor, floorf(v))                                                                    \
    WS_SMALL_FUNCTION(type, pair, ceil, ceilf(v))                                                                      \
    WS_SMALL_FUNCTION(type, pair, rint, rintf(v))                                                                      \
    WS_SMALL_FUNCTION(type, pair, trunc, truncf(v))
