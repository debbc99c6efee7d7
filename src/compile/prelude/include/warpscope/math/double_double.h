// More arithmetic on pairs {hi, lo} (warpscope/math/exp_log.h), for sums with cancellation.
#pragma once

WS_INLINE ws_pair ws_negated(ws_pair a) { return {-a.hi, -a.lo}; }
WS_INLINE ws_pair ws_times(ws_pair a, double b) { return ws_multiply_pairs(a, {b, 0.0}); }
WS_FUNCTION ws_pair ws_divide(ws_pair a, double b) {
    const double quotient = a.hi / b;
    return ws_sum(quotient, ws_add(ws_fma(-quotient, b, a.hi), a.lo) / b);
}
WS_FUNCTION ws_pair ws_divide_pairs(ws_pair a, ws_pair b) {
    const double quotient = a.hi / b.hi;
    const ws_pair rest = ws_add_pairs(a, ws_negated(ws_times(b, quotient)));
    const double next = rest.hi / b.hi;
    const ws_pair last = ws_add_pairs(rest, ws_negated(ws_times(b, next)));
    return ws_add_pairs(ws_sum(quotient, next), {last.hi / b.hi, 0.0});
}

/// Returns the logarithm of a finite positive number with a pair's full precision; ws_log_pair has about 65 bits.
WS_FUNCTION ws_pair ws_log_full(double v) {
    int exponent = 0;
    const double f = ws_split(v, &exponent) - 1.0;
    const ws_pair s = ws_divide_pairs({f, 0.0}, ws_sum(2.0, f)); // log(1 + f) = 2s (1 + s^2/3 + s^4/5 + ...)
    const ws_pair z = ws_multiply_pairs(s, s);
    ws_pair sum = {1.0 / 41.0, 0.0};
    for (int n = 39; n >= 1; n -= 2) sum = ws_add_pairs(ws_multiply_pairs(sum, z), ws_divide({1.0, 0.0}, n));
    const ws_pair mantissa = ws_multiply_pairs(sum, {2.0 * s.hi, 2.0 * s.lo});
    const ws_pair ln2 = ws_multiply_pairs({exponent * 1.0, 0.0}, {ws_ln2_hi, ws_ln2_lo});
    return ws_add_pairs(ln2, mantissa);
}

#define ws_pi_pair ws_pair({0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53})
