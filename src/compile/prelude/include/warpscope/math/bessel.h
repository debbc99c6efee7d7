// Bessel functions of integer order. For arguments up to 25, uses power series of pairs {hi, lo}, because terms cancel.
// For larger arguments, uses Hankel's asymptotic series.
#pragma once

#include "warpscope/math/double_double.h"
#include "warpscope/math/trigonometric.h"

#define ws_bessel_far 25.0

/// Sums over k of t(k) = q^k / (k! (k + order)!), and of t(k) (H(k) + H(k + order)) / 2 with harmonic numbers H.
struct ws_bessel_sums {
    ws_pair plain, harmonic;
};
WS_FUNCTION ws_bessel_sums ws_bessel_series(int order, ws_pair q) {
    ws_pair term = {1.0, 0.0}, h = {0.5 * order, 0.0};
    ws_bessel_sums sums = {term, h};
    for (int k = 1; ws_abs(term.hi) > ws_abs(sums.plain.hi) * 0x1p-110; ++k) {
        term = ws_divide(ws_multiply_pairs(term, q), 1.0 * k * (k + order));
        h = ws_add_pairs(h, ws_add_pairs(ws_divide({0.5, 0.0}, k), ws_divide({0.5, 0.0}, k + order)));
        sums.plain = ws_add_pairs(sums.plain, term);
        sums.harmonic = ws_add_pairs(sums.harmonic, ws_multiply_pairs(term, h));
    }
    return sums;
}
WS_INLINE ws_pair ws_quarter_square(double v, double sign) { return ws_times(ws_product(0.5 * v, 0.5 * v), sign); }

/// Returns Hankel's sums of a(k) / v^k over even and odd k. `alternating`: -1 for alternating signs, else 1.
WS_FUNCTION ws_pair ws_hankel(int order, double v, double alternating) {
    double term = 1.0, even = 1.0, odd = 0.0;
    for (int k = 1; k < 40 && ws_abs(term) > 0x1p-60; ++k) {
        if ((k & 1) == 0) term *= alternating;
        term *= (4.0 * order * order - (2.0 * k - 1.0) * (2.0 * k - 1.0)) / (8.0 * k * v);
        if ((k & 1) != 0)
            odd += term;
        else
            even += term;
    }
    return {even, odd};
}
/// Returns the Bessel function of the first or `second` kind for v > ws_bessel_far.
WS_FUNCTION double ws_bessel_of_far(int order, double v, bool second) {
    if (v == ws_infinity()) return 0.0;
    const ws_pair sums = ws_hankel(order, v, -1.0);
    const double s = ws_sin(v), c = ws_cos(v); // the phase is v - pi/4 for order 0, v - 3/4 pi for order 1
    const double cosine = order == 0 ? c + s : s - c, sine = order == 0 ? s - c : -(s + c);
    const double wave = second ? sums.hi * sine + sums.lo * cosine : sums.hi * cosine - sums.lo * sine;
    return wave * 0x1.20dd750429b6dp-1 / __nvvm_sqrt_rn_d(v); // 1 / sqrt(pi v)
}

WS_FUNCTION double ws_j0(double v) {
    if (v != v) return v;
    v = ws_abs(v);
    return v > ws_bessel_far ? ws_bessel_of_far(0, v, false) : ws_bessel_series(0, ws_quarter_square(v, -1.0)).plain.hi;
}
WS_FUNCTION double ws_j1(double v) {
    if (v != v) return v;
    const double a = ws_abs(v);
    const double value = a > ws_bessel_far
                             ? ws_bessel_of_far(1, a, false)
                             : ws_mul(ws_bessel_series(1, ws_quarter_square(a, -1.0)).plain.hi, 0.5 * a);
    return v < 0.0 ? -value : (a == 0.0 ? v : value);
}
WS_FUNCTION double ws_second_kind(int order, double v) {
    if (v != v) return v;
    if (v <= 0.0) return v == 0.0 ? -ws_infinity() : ws_nan();
    if (v > ws_bessel_far) return ws_bessel_of_far(order, v, true);
    if (order == 1 && v < 0x1p-40) return -0x1.45f306dc9c883p-1 / v;
    const ws_bessel_sums sums = ws_bessel_series(order, ws_quarter_square(v, -1.0));
    const ws_pair gamma = {0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58};
    const ws_pair logarithm = ws_add_pairs(ws_log_full(v), {-ws_ln2_hi, -ws_ln2_lo});
    ws_pair sum = ws_multiply_pairs(ws_add_pairs(logarithm, gamma), sums.plain);
    sum = ws_add_pairs(sum, ws_negated(sums.harmonic));
    if (order == 1) sum = ws_add_pairs(ws_times(sum, 0.5 * v), ws_negated(ws_divide({1.0, 0.0}, v)));
    return ws_multiply_pairs(sum, {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55}).hi; // 2 / pi
}
WS_FUNCTION double ws_y0(double v) { return ws_second_kind(0, v); }
WS_FUNCTION double ws_y1(double v) { return ws_second_kind(1, v); }

/// Requires order >= 2. Recurs upwards for orders below v, where this is stable. Otherwise recurs downwards from a high
/// order and scales by J0 + 2 J2 + 2 J4 + ... = 1 (Miller).
WS_FUNCTION double ws_jn_positive(int order, double v) {
    if (v * v < order + 1.0) { // the series loses few digits
        double power = 1.0;
        for (int k = 1; k <= order && power != 0.0; ++k) power *= 0.5 * v / k;
        const double q = -0.25 * v * v;
        double term = 1.0, sum = 1.0;
        for (int k = 1; ws_abs(term) > 0x1p-60; ++k) sum += term *= q / (1.0 * k * (k + order));
        return power * sum;
    }
    if (v > order) {
        double before = ws_j0(v), value = ws_j1(v);
        for (int k = 1; k < order; ++k) {
            const double next = 2.0 * k / v * value - before;
            before = value;
            value = next;
        }
        return value;
    }
    double above = 0.0, value = 1.0, sum = 0.0, wanted = 0.0;
    const int begin = 2 * ((order + static_cast<int>(__nvvm_sqrt_rn_d(300.0 * order))) / 2);
    for (int k = begin; k > 0; --k) {
        const double below = 2.0 * k / v * value - above;
        above = value;
        value = below;
        if (ws_abs(value) > 0x1p500) {
            value *= 0x1p-500;
            above *= 0x1p-500;
            sum *= 0x1p-500;
            wanted *= 0x1p-500;
        }
        if ((k & 1) != 0) sum += value; // `value` has the even order k - 1
        if (k == order) wanted = above;
    }
    return wanted / (2.0 * sum - value);
}
WS_FUNCTION double ws_jn(int order, double v) {
    if (v != v || order < 0) return ws_nan();
    if (order < 2) return order == 0 ? ws_j0(v) : ws_j1(v);
    const double a = ws_abs(v);
    if (a == ws_infinity()) return 0.0;
    const double value = ws_jn_positive(order, a);
    return v < 0.0 && (order & 1) != 0 ? -value : value;
}
WS_FUNCTION double ws_yn(int order, double v) {
    if (order < 0) return ws_nan();
    double before = ws_y0(v);
    if (order == 0) return before;
    double value = ws_y1(v);
    for (int k = 1; k < order && ws_abs(value) < ws_infinity(); ++k) {
        const double next = 2.0 * k / v * value - before;
        before = value;
        value = next;
    }
    return value;
}

/// Returns the modified function of the first kind for v >= 0.
WS_FUNCTION double ws_modified(int order, double v) {
    if (v > ws_bessel_far) {
        if (v > 720.0) return ws_infinity();
        const ws_pair sums = ws_hankel(order, v, 1.0);
        const double half = ws_exp(0.5 * v); // e^v may overflow
        return half * (half * ((sums.hi - sums.lo) * 0x1.9884533d43651p-2 / __nvvm_sqrt_rn_d(v))); // 1 / sqrt(2 pi v)
    }
    const double sum = ws_bessel_series(order, ws_quarter_square(v, 1.0)).plain.hi;
    return order == 0 ? sum : ws_mul(sum, 0.5 * v);
}
WS_FUNCTION double ws_i0(double v) { return v != v ? v : ws_modified(0, ws_abs(v)); }
WS_FUNCTION double ws_i1(double v) { return v != v ? v : __builtin_copysign(ws_modified(1, ws_abs(v)), v); }
