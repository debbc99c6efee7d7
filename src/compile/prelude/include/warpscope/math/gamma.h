#pragma once

#include "warpscope/math/double_double.h"
#include "warpscope/math/trigonometric.h"

/// Returns log(gamma(2 + z)) for |z| <= 1/2: (1 - Euler's constant) z + the sum of (-1)^k (zeta(k) - 1) / k z^k.
WS_FUNCTION ws_pair ws_lgamma_near_two(double z) {
    const double coefficients[] = {0x1.4a34cc4a60fa6p-2,  -0x1.13e001a557607p-4,  0x1.51322ac7d8483p-6,
                                   -0x1.e404fc218f5f2p-8, 0x1.7add6eadb6c30p-9,   -0x1.38ac5c2bf8e08p-10,
                                   0x1.0b36af86396e9p-11, -0x1.d3fd4c76d2fc8p-13, 0x1.a127b0f17d65ap-14,
                                   -0x1.78de5bd7c81efp-15, 0x1.580dcee66eb02p-16, -0x1.3cbc963ce2243p-17,
                                   0x1.2597a39f34aacp-18, -0x1.11b2eb7679541p-19, 0x1.0064cdeb22f0fp-20,
                                   -0x1.e2600d93cfd2fp-22, 0x1.c76bbb3f07a4dp-23, -0x1.af5a6cbbf8a97p-24,
                                   0x1.99b93c2070b0fp-25, -0x1.862c734df3eacp-26, 0x1.7469daccfadcdp-27,
                                   -0x1.6434a8447aeadp-28, 0x1.555a877ffd2c3p-29, -0x1.47b1679258d0ep-30,
                                   0x1.3b15d2b2fc10cp-31, -0x1.2f69a9fabe3e0p-32, 0x1.24932a337434cp-33};
    double p = 0.0;
    for (int k = 26; k >= 0; --k) p = ws_fma(p, z, coefficients[k]);
    const ws_pair linear = ws_times({0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58}, z);
    return ws_add_pairs(linear, ws_product(ws_mul(p, z), z));
}

/// Returns log(gamma(v)) for v.hi >= 10 by Stirling's series.
WS_FUNCTION ws_pair ws_lgamma_large(ws_pair v) {
    const double coefficients[] = {0x1.5555555555555p-4,  -0x1.6c16c16c16c17p-9, 0x1.a01a01a01a01ap-11,
                                   -0x1.3813813813814p-11, 0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993c7dp-10,
                                   0x1.a41a41a41a41ap-8,  -0x1.e4286cb0f5398p-6, 0x1.6fe96381e0680p-3,
                                   -0x1.6476701181f3ap+0, 0x1.ace44322ce006p+3};
    const double inverse = 1.0 / v.hi, square = inverse * inverse;
    double p = 0.0;
    for (int k = 10; k >= 0; --k) p = ws_fma(p, square, coefficients[k]);
    ws_pair logarithm = ws_log_pair(v.hi);
    logarithm = ws_add_pairs(logarithm, {v.lo * inverse, 0.0});
    ws_pair sum = ws_multiply_pairs(ws_add_pairs(v, {-0.5, 0.0}), logarithm);
    sum = ws_add_pairs(sum, ws_negated(v));
    return ws_add_pairs(sum, ws_add_pairs({0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55}, {p * inverse, 0.0}));
}

/// Requires v > 0.
WS_FUNCTION double ws_lgamma_positive(double v) {
    if (v > 0x1p60) return ws_mul(v, ws_log(v) - 1.0);
    if (v >= 10.0) return ws_lgamma_large({v, 0.0}).hi;
    if (v < 0.5) return ws_add(ws_lgamma_near_two(v).hi, -ws_add(ws_log(v), ws_log1p(v)));
    if (v <= 1.5) return ws_add_pairs(ws_lgamma_near_two(v - 1.0), ws_negated(ws_log_pair(v))).hi;
    double product = 1.0;
    while (v > 2.5) product *= v -= 1.0;
    return ws_add(ws_lgamma_near_two(v - 2.0).hi, ws_log(product));
}
WS_FUNCTION double ws_lgamma(double v) {
    if (v != v) return v;
    if (ws_abs(v) == ws_infinity()) return ws_infinity();
    if (v > 0.0) return ws_lgamma_positive(v);
    if (v == __builtin_trunc(v)) return ws_infinity();
    if (v > -0x1p-60) return -ws_log(-v);
    const double sine = ws_abs(ws_sinpi(v)); // gamma(v) gamma(1 - v) = pi / sin(pi v)
    return ws_add(ws_log(ws_pi / sine), -ws_lgamma_positive(1.0 - v));
}

/// Returns 2^exponent times gamma(v), or times 1 / gamma(v) if `inverse`. Requires v > 0.
WS_FUNCTION double ws_tgamma_positive(double v, bool inverse, int exponent) {
    ws_pair at = {v, 0.0}, product = {1.0, 0.0};
    while (at.hi < 10.0) {
        product = ws_multiply_pairs(product, at);
        at = ws_add_pairs(at, {1.0, 0.0});
    }
    ws_pair logarithm = ws_lgamma_large(at);
    if (inverse) logarithm = ws_negated(logarithm);
    logarithm = ws_add_pairs(logarithm, ws_times({ws_ln2_hi, ws_ln2_lo}, exponent));
    const double value = ws_exp_pair(logarithm);
    return inverse ? ws_mul(value, product.hi) : value / product.hi;
}
WS_FUNCTION double ws_tgamma(double v) {
    if (v != v || v == ws_infinity()) return v;
    if (ws_abs(v) < 0x1p-60) return 1.0 / v;
    if (v > 172.0) return ws_infinity();
    if (v > 0.0) return ws_tgamma_positive(v, false, 0);
    if (v == __builtin_trunc(v)) return ws_nan();
    if (v < -190.0) return ws_mul(ws_sinpi(v), 0.0); // underflows with the sign of the sine
    return ws_mul(ws_tgamma_positive(-v, true, 64) / (-v * (ws_sinpi(v) * 0x1.45f306dc9c883p-2)), 0x1p-64);
}
