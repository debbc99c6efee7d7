#pragma once

#include "warpscope/math/exp_log.h"


/// 2 / pi, most significant word first; the first word is the integer part.
static const __attribute__((device)) unsigned long long ws_two_over_pi[21] = {
    0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull,
    0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull,
    0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
    0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull, 0xf0cfbc209af4361dull};

/// Reduces |x| >= 2^20 by a product with bits of 2/pi (Payne and Hanek).
WS_FUNCTION ws_pair ws_reduce_large(double x, int* quadrant) {
    const long long bits = __builtin_bit_cast(long long, ws_abs(x));
    const int exponent = static_cast<int>(bits >> 52) - 1075; // x = mantissa * 2^exponent
    const unsigned long long mantissa = (bits & 0xfffffffffffffll) | 0x10000000000000ll;
    // Skips bits of 2/pi whose product with x is a multiple of 4. The product's binary point is then two bits below
    // the top of `high`.
    const int skip = exponent - 2 + 64; // skipped bits of the table, including the integer part's 64
    const int word = skip / 64, shift = skip % 64;
    unsigned long long window[3];
    for (int i = 0; i < 3; ++i)
        window[i] = shift == 0 ? ws_two_over_pi[word + i]
                               : ws_two_over_pi[word + i] << shift | ws_two_over_pi[word + i + 1] >> (64 - shift);
    const unsigned __int128 p2 = static_cast<unsigned __int128>(mantissa) * window[2];
    const unsigned __int128 p1 = static_cast<unsigned __int128>(mantissa) * window[1] + (p2 >> 64);
    const unsigned long long next = static_cast<unsigned long long>(p1);
    const unsigned long long high = mantissa * window[0] + static_cast<unsigned long long>(p1 >> 64); // modulo 4
    int q = static_cast<int>(high >> 62);
    unsigned long long fraction = high << 2 | next >> 62;
    const unsigned long long below = next << 2;
    bool negative = false;
    unsigned long long tail = below;
    if (fraction >> 63 != 0) { // closer to the next quadrant
        ++q;
        negative = true;
        fraction = ~fraction;
        tail = ~below;
    }
    const double head = static_cast<double>(fraction >> 11) * 0x1p-53;
    const double rest = static_cast<double>((fraction & 0x7ffull) << 53 | tail >> 11) * 0x1p-117;
    const ws_pair angle = ws_multiply_pairs(ws_sum(head, rest), {ws_half_pi_hi, ws_half_pi_mid});
    const bool flip = negative != (x < 0.0);
    *quadrant = x < 0.0 ? -q : q;
    return flip ? ws_pair{-angle.hi, -angle.lo} : angle;
}

/// Reduces x = quadrant * pi/2 + result with |result| <= pi/4.
WS_FUNCTION ws_pair ws_reduce(double x, int* quadrant) {
    if (ws_abs(x) >= 0x1p20) return ws_reduce_large(x, quadrant);
    const double k = __builtin_rint(x * 0x1.45f306dc9c883p-1);
    *quadrant = static_cast<int>(k);
    const double r = ws_fma(-k, ws_half_pi_hi, x); // exact
    const ws_pair mid = ws_product(-k, ws_half_pi_mid);
    const ws_pair sum = ws_sum(r, mid.hi);
    return ws_sum(sum.hi, ws_add(sum.lo, ws_fma(-k, ws_half_pi_lo, mid.lo)));
}

WS_INLINE double ws_sin_kernel(ws_pair r) {
    const double z = r.hi * r.hi;
    double p = 1.0 / 355687428096000.0;
    p = ws_fma(p, z, -1.0 / 1307674368000.0);
    p = ws_fma(p, z, 1.0 / 6227020800.0);
    p = ws_fma(p, z, -1.0 / 39916800.0);
    p = ws_fma(p, z, 1.0 / 362880.0);
    p = ws_fma(p, z, -1.0 / 5040.0);
    p = ws_fma(p, z, 1.0 / 120.0);
    p = ws_fma(p, z, -1.0 / 6.0);
    return ws_add(r.hi, ws_fma(p * z, r.hi, ws_fma(r.lo, -0.5 * z, r.lo)));
}
WS_INLINE double ws_cos_kernel(ws_pair r) {
    const double z = r.hi * r.hi;
    double p = 1.0 / 20922789888000.0;
    p = ws_fma(p, z, -1.0 / 87178291200.0);
    p = ws_fma(p, z, 1.0 / 479001600.0);
    p = ws_fma(p, z, -1.0 / 3628800.0);
    p = ws_fma(p, z, 1.0 / 40320.0);
    p = ws_fma(p, z, -1.0 / 720.0);
    p = ws_fma(p, z, 1.0 / 24.0);
    const ws_pair square = ws_product(r.hi, r.hi);
    const ws_pair head = ws_sum(1.0, -0.5 * square.hi);
    return ws_add(head.hi, ws_add(head.lo, ws_fma(p * z, z, ws_fma(-r.hi, r.lo, -0.5 * square.lo))));
}
/// Returns sin for shift 0, cos for shift 1.
WS_FUNCTION double ws_sin_shifted(double x, int shift) {
    if (!(ws_abs(x) < ws_infinity())) return ws_nan();
    int quadrant = 0;
    const ws_pair r = ws_reduce(x, &quadrant);
    quadrant += shift;
    const double value = (quadrant & 1) != 0 ? ws_cos_kernel(r) : ws_sin_kernel(r);
    return (quadrant & 2) != 0 ? -value : value;
}
WS_FUNCTION double ws_sin(double x) { return x == 0.0 ? x : ws_sin_shifted(x, 0); }
WS_FUNCTION double ws_cos(double x) { return ws_sin_shifted(x, 1); }
WS_FUNCTION double ws_tan(double x) {
    if (x == 0.0) return x;
    if (!(ws_abs(x) < ws_infinity())) return ws_nan();
    int quadrant = 0;
    const ws_pair r = ws_reduce(x, &quadrant);
    const double s = ws_sin_kernel(r), c = ws_cos_kernel(r);
    return (quadrant & 1) != 0 ? -c / s : s / c;
}

/// Returns sin(pi x) for shift 0, cos(pi x) for shift 1. Subtracts the nearest multiple of 1/2 exactly.
WS_FUNCTION double ws_sinpi_shifted(double x, int shift) {
    if (!(ws_abs(x) < ws_infinity())) return ws_nan();
    if (ws_abs(x) >= 0x1p53) return shift != 0 ? 1.0 : x * 0.0; // x is even
    const double halves = __builtin_rint(2.0 * x);
    const double rest = ws_fma(-0.5, halves, x);
    const ws_pair r = ws_multiply_pairs({rest, 0.0}, {2.0 * ws_half_pi_hi, 2.0 * ws_half_pi_mid});
    const int quadrant = static_cast<int>(static_cast<long long>(halves)) + shift;
    const double value = (quadrant & 1) != 0 ? ws_cos_kernel(r) : (rest == 0.0 ? x * 0.0 : ws_sin_kernel(r));
    return (quadrant & 2) != 0 && value != 0.0 ? -value : value;
}
WS_FUNCTION double ws_sinpi(double x) { return ws_sinpi_shifted(x, 0); }
WS_FUNCTION double ws_cospi(double x) { return ws_add(ws_sinpi_shifted(x, 1), 0.0); } // makes zeros positive


/// Returns atan(v) for 0 <= v <= 1. With c = 0, 1/4, ... 1 nearest to v: atan v = atan c + atan((v - c) / (1 + v c)).
WS_FUNCTION ws_pair ws_atan_pair(ws_pair v) {
    const double step = __builtin_rint(v.hi * 4.0);
    const double c = step * 0.25;
    const ws_pair below = ws_sum(1.0, v.hi * c);
    const double difference = ws_add(v.hi, -c); // exact
    const double t0 = ws_add(difference, v.lo) / below.hi;
    const double error = ws_fma(-t0, below.lo, ws_add(ws_fma(-t0, below.hi, difference), v.lo)) / below.hi;
    const double z = t0 * t0;
    double p = -1.0 / 23.0;
    for (int n = 21; n >= 3; n -= 2) p = ws_fma(p, z, (n & 2) != 0 ? -1.0 / n : 1.0 / n);
    const double tail = ws_fma(p * z, t0, error);
    const ws_pair centre = step == 0.0   ? ws_pair{0.0, 0.0}
                           : step == 1.0 ? ws_pair{0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57}
                           : step == 2.0 ? ws_pair{0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56}
                           : step == 3.0 ? ws_pair{0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56}
                                         : ws_pair{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
    const ws_pair sum = ws_sum(centre.hi, t0);
    return ws_sum(sum.hi, ws_add(sum.lo, ws_add(centre.lo, tail)));
}
/// Returns the angle of the point (x, y); both >= 0, not both 0.
WS_FUNCTION ws_pair ws_angle(double y, double x) {
    const bool steep = y > x;
    const double above = steep ? x : y, below = steep ? y : x;
    const double quotient = above / below;
    const double rest = quotient > 0x1p-900 ? ws_fma(-quotient, below, above) / below : 0.0;
    const ws_pair angle = ws_atan_pair({quotient, rest});
    if (!steep) return angle;
    return ws_add_pairs({ws_half_pi_hi, ws_half_pi_mid}, {-angle.hi, -angle.lo});
}
WS_FUNCTION double ws_atan2(double y, double x) {
    if (x != x || y != y) return ws_nan();
    double ax = ws_abs(x), ay = ws_abs(y);
    if (ax == ws_infinity() || ay == ws_infinity()) { // only the direction matters
        ax = ax == ws_infinity() ? 1.0 : 0.0;
        ay = ay == ws_infinity() ? 1.0 : 0.0;
    }
    ws_pair angle = ax == 0.0 && ay == 0.0 ? ws_pair{0.0, 0.0} : ws_angle(ay, ax);
    if (__builtin_bit_cast(long long, x) < 0)
        angle = ws_add_pairs({2.0 * ws_half_pi_hi, 2.0 * ws_half_pi_mid}, {-angle.hi, -angle.lo});
    return __builtin_copysign(angle.hi, y);
}
WS_FUNCTION double ws_atan(double v) { return v == 0.0 ? v : ws_atan2(v, 1.0); }
WS_FUNCTION double ws_asin(double v) {
    if (!(ws_abs(v) <= 1.0)) return ws_nan();
    return v == 0.0 ? v : ws_atan2(v, __nvvm_sqrt_rn_d(ws_mul(1.0 - v, 1.0 + v)));
}
WS_FUNCTION double ws_acos(double v) {
    if (!(ws_abs(v) <= 1.0)) return ws_nan();
    return ws_atan2(__nvvm_sqrt_rn_d(ws_mul(1.0 - v, 1.0 + v)), v);
}


WS_FUNCTION double ws_sinh(double v) {
    const double a = ws_abs(v);
    if (a > 700.0) {
        const double half = ws_exp(0.5 * a);
        return __builtin_copysign(0.5 * half * half, v);
    }
    const double e = ws_expm1(a);
    return __builtin_copysign(0.5 * (e + e / (e + 1.0)), v);
}
WS_FUNCTION double ws_cosh(double v) {
    const double a = ws_abs(v);
    if (a > 700.0) {
        const double half = ws_exp(0.5 * a);
        return 0.5 * half * half;
    }
    const double e = ws_exp(a);
    return 0.5 * e + 0.5 / e;
}
WS_FUNCTION double ws_tanh(double v) {
    if (v != v) return v;
    const double e = ws_expm1(-2.0 * ws_abs(v));
    return __builtin_copysign(-e / (e + 2.0), v);
}
WS_FUNCTION double ws_asinh(double v) {
    const double a = ws_abs(v);
    if (!(a < 0x1p500)) return a < ws_infinity() ? __builtin_copysign(ws_log(a) + ws_ln2_hi, v) : v;
    const double square = a * a;
    return __builtin_copysign(ws_log1p(a + square / (1.0 + __nvvm_sqrt_rn_d(square + 1.0))), v);
}
WS_FUNCTION double ws_acosh(double v) {
    if (!(v >= 1.0)) return ws_nan();
    if (v > 0x1p500) return ws_log(v) + ws_ln2_hi;
    const double t = v - 1.0;
    return ws_log1p(t + __nvvm_sqrt_rn_d(ws_fma(t, t, 2.0 * t)));
}
WS_FUNCTION double ws_atanh(double v) {
    const double a = ws_abs(v);
    if (!(a <= 1.0)) return ws_nan();
    return __builtin_copysign(0.5 * ws_log1p(2.0 * a / (1.0 - a)), v);
}


/// Returns erf(a) for 0 <= a < 1 by the series 2/sqrt(pi) e^(-a^2) sum of 2^n a^(2n+1) / (1 3 5 ... (2n+1)).
WS_FUNCTION double ws_erf_series(double a) {
    double term = a, rest = 0.0; // sum without its first term
    for (int n = 1; n < 40 && term > a * 0x1p-60; ++n) {
        term *= 2.0 * a * a / (2 * n + 1);
        rest += term;
    }
    const ws_pair square = ws_product(a, a);
    return 0x1.20dd750429b6dp+0 * ws_exp_pair({-square.hi, -square.lo}) * (a + rest);
}
/// Returns erfc(a) for a >= 1/2 by its continued fraction, evaluated backwards; slow near 1/2.
WS_FUNCTION double ws_erfc_fraction(double a) {
    double tail = a;
    for (int n = 30 + static_cast<int>(190.0 / (a * a)); n >= 1; --n) tail = a + 0.5 * n / tail;
    const ws_pair square = ws_product(a, a);
    return 0x1.20dd750429b6dp-1 * ws_exp_pair({-square.hi, -square.lo}) / tail;
}
WS_FUNCTION double ws_erf(double v) {
    if (v != v) return v;
    const double a = ws_abs(v);
    const double value = a < 1.0 ? ws_erf_series(a) : (a > 6.0 ? 1.0 : 1.0 - ws_erfc_fraction(a));
    return __builtin_copysign(value, v);
}
WS_FUNCTION double ws_erfc(double v) {
    if (v != v) return v;
    if (v < 0.5) return 1.0 - ws_erf(v);
    return v > 28.0 ? 0.0 : ws_erfc_fraction(v);
}
