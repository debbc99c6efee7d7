#pragma once

#include "warpscope/math/double_double.h"
#include "warpscope/math/trigonometric.h"

/// Returns e^(a^2) erfc(a) for a >= 0.47 by the continued fraction of ws_erfc_fraction.
WS_FUNCTION double ws_erfcx_fraction(double a) {
    double tail = a;
    for (int n = 30 + static_cast<int>(190.0 / (a * a)); n >= 1; --n) tail = a + 0.5 * n / tail;
    return 0x1.20dd750429b6dp-1 / tail;
}
WS_FUNCTION double ws_erfcx(double v) {
    if (v != v) return v;
    if (v >= 0.5) return ws_erfcx_fraction(v);
    if (v < -27.0) return ws_infinity();
    const ws_pair square = ws_product(v, v);
    const double power = ws_exp_pair(square);
    return v > -0.5 ? ws_mul(power, 1.0 - ws_erf(v)) : ws_fma(2.0, power, -ws_erfcx_fraction(-v));
}

/// Estimates x with erf(x) = y and erfc(x) = q to a few thousandths (Winitzki). Takes y and q, because computing the
/// smaller from the larger loses digits.
WS_FUNCTION double ws_erf_inverse_estimate(double y, double q) {
    const double logarithm = ws_log(q * (1.0 + y)), half = 4.33074675 + 0.5 * logarithm;
    return __nvvm_sqrt_rn_d(__nvvm_sqrt_rn_d(half * half - logarithm * 6.80272109) - half);
}
/// Requires 0 < y <= 1/2. Halley's method cubes the error in each step.
WS_FUNCTION double ws_erfinv_small(double y) {
    double x = y < 0x1p-20 ? y * 0x1.c5bf891b4ef6bp-1 : ws_erf_inverse_estimate(y, 1.0 - y);
    for (int step = 0; step < 3; ++step) {
        const double error = (ws_erf(x) - y) * 0x1.c5bf891b4ef6bp-1 * ws_exp(x * x);
        x -= error / (1.0 + x * error);
    }
    return x;
}
/// Requires 0 < q <= 1/2.
WS_FUNCTION double ws_erfcinv_small(double q) {
    const ws_pair logarithm = ws_log_pair(q);
    double x = ws_erf_inverse_estimate(1.0 - q, q);
    for (int step = 0; step < 2; ++step) { // solves log(erfc(x)) = log(q) by Newton's method
        const double scaled = ws_erfcx_fraction(x);
        x -= (logarithm.hi + x * x - ws_log(scaled)) * scaled * 0x1.c5bf891b4ef6bp-1;
    }
    const double scaled = ws_exp_pair(ws_add_pairs(logarithm, ws_product(x, x))); // accurate even if q is tiny
    const double error = (scaled - ws_erfcx_fraction(x)) * 0x1.c5bf891b4ef6bp-1;
    return x - error / (1.0 + x * error);
}
WS_FUNCTION double ws_erfinv(double v) {
    const double y = ws_abs(v);
    if (!(y <= 1.0)) return ws_nan();
    if (y == 0.0) return v;
    const double x = y == 1.0 ? ws_infinity() : (y <= 0.5 ? ws_erfinv_small(y) : ws_erfcinv_small(1.0 - y));
    return __builtin_copysign(x, v);
}
WS_FUNCTION double ws_erfcinv(double v) {
    if (!(v >= 0.0 && v <= 2.0)) return ws_nan();
    if (v == 0.0) return ws_infinity();
    if (v == 2.0) return -ws_infinity();
    if (v < 0.5) return ws_erfcinv_small(v);
    return v > 1.5 ? -ws_erfcinv_small(2.0 - v) : ws_erfinv(1.0 - v);
}

/// Returns the upper tail of the normal distribution for v >= 3/4.
WS_FUNCTION double ws_normcdf_tail(double v) {
    const ws_pair square = ws_product(v, v);
    const double fraction = ws_erfcx_fraction(v * 0x1.6a09e667f3bcdp-1);
    // Scales during the multiplication, so that a subnormal result is rounded only once.
    const ws_pair exponent = ws_add_pairs({-0.5 * square.hi, -0.5 * square.lo}, ws_times({ws_ln2_hi, ws_ln2_lo}, 64.0));
    return ws_mul(ws_mul(ws_exp_pair(exponent), fraction), 0x1p-65);
}
WS_FUNCTION double ws_normcdf(double v) {
    if (v != v) return v;
    if (ws_abs(v) < 0.75) return ws_fma(0.5, ws_erf(v * 0x1.6a09e667f3bcdp-1), 0.5);
    if (v > 0.0) return v > 10.0 ? 1.0 : 1.0 - ws_normcdf_tail(v);
    return v < -40.0 ? 0.0 : ws_normcdf_tail(-v);
}
WS_FUNCTION double ws_normcdfinv(double v) {
    if (!(v >= 0.0 && v <= 1.0)) return ws_nan();
    return ws_mul(-0x1.6a09e667f3bcdp+0, ws_erfcinv(2.0 * v));
}
