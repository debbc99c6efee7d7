// Double precision functions by range reduction and Taylor series. ws_add and ws_mul prevent fusing and reordering. A
// pair {hi, lo} is a number hi + lo of about 100 bits.
#pragma once

WS_INLINE double ws_add(double a, double b) { return __nvvm_add_rn_d(a, b); }
// Uses assembly, because clang would fuse the intrinsic's product into a sum.
WS_INLINE double ws_mul(double a, double b) {
    double product;
    __asm__("mul.rn.f64 %0, %1, %2;" : "=d"(product) : "d"(a), "d"(b));
    return product;
}
WS_INLINE double ws_fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
WS_INLINE double ws_abs(double v) { return __builtin_fabs(v); }
WS_INLINE double ws_nan() { return __builtin_bit_cast(double, 0x7ff8000000000000ull); }
WS_INLINE double ws_infinity() { return __builtin_bit_cast(double, 0x7ff0000000000000ull); }

#define ws_pi 0x1.921fb54442d18p+1
#define ws_half_pi_hi 0x1.921fb54442d18p+0
#define ws_half_pi_mid 0x1.1a62633145c07p-54
#define ws_half_pi_lo (-0x1.f1976b7ed8fbcp-110)
#define ws_ln2_hi 0x1.62e42fefa39efp-1
#define ws_ln2_lo 0x1.abc9e3b39803fp-56

struct ws_pair {
    double hi, lo;
};

WS_INLINE ws_pair ws_sum(double a, double b) {
    const double sum = ws_add(a, b);
    const double shadow = ws_add(sum, -a);
    return {sum, ws_add(ws_add(a, -ws_add(sum, -shadow)), ws_add(b, -shadow))};
}
WS_INLINE ws_pair ws_product(double a, double b) {
    const double product = ws_mul(a, b);
    return {product, ws_fma(a, b, -product)};
}
WS_INLINE ws_pair ws_add_pairs(ws_pair a, ws_pair b) {
    const ws_pair sum = ws_sum(a.hi, b.hi);
    return ws_sum(sum.hi, ws_add(sum.lo, ws_add(a.lo, b.lo)));
}
WS_INLINE ws_pair ws_multiply_pairs(ws_pair a, ws_pair b) {
    const ws_pair product = ws_product(a.hi, b.hi);
    return ws_sum(product.hi, ws_add(product.lo, ws_fma(a.hi, b.lo, ws_mul(a.lo, b.hi))));
}

/// Returns v * 2^exponent, rounded once even if the result is subnormal.
WS_FUNCTION double ws_scale(double v, int exponent) {
    const auto power = [](int e) __attribute__((device, always_inline, nodebug)) {
        return __builtin_bit_cast(double, static_cast<long long>(e + 1023) << 52);
    };
    exponent = exponent > 2200 ? 2200 : (exponent < -2200 ? -2200 : exponent);
    while (exponent > 1000) {
        v *= power(1000);
        exponent -= 1000;
    }
    if (exponent < -969) { // steps are exact while the result is normal; only the last step rounds
        while (exponent < -1900) {
            v *= power(-900);
            exponent += 900;
        }
        if (exponent < -969) {
            v *= power(exponent + 969 < -1000 ? -1000 : exponent + 969);
            exponent = -969;
        }
    }
    return v * power(exponent);
}

/// Splits finite positive v into a mantissa in [sqrt(1/2), sqrt(2)) and an exponent.
WS_INLINE double ws_split(double v, int* exponent) {
    int extra = 0;
    if (v < 0x1p-1022) {
        v *= 0x1p54;
        extra = -54;
    }
    const long long bits = __builtin_bit_cast(long long, v);
    int e = static_cast<int>(bits >> 52) - 1023;
    double mantissa = __builtin_bit_cast(double, (bits & 0xfffffffffffffll) | 0x3ff0000000000000ll);
    if (mantissa > 0x1.6a09e667f3bcdp+0) {
        mantissa *= 0.5;
        ++e;
    }
    *exponent = e + extra;
    return mantissa;
}


/// Returns e^r - 1 - r for |r| <= 0.35.
WS_INLINE double ws_exp_tail(double r) {
    double p = 1.0 / 87178291200.0;
    p = ws_fma(p, r, 1.0 / 6227020800.0);
    p = ws_fma(p, r, 1.0 / 479001600.0);
    p = ws_fma(p, r, 1.0 / 39916800.0);
    p = ws_fma(p, r, 1.0 / 3628800.0);
    p = ws_fma(p, r, 1.0 / 362880.0);
    p = ws_fma(p, r, 1.0 / 40320.0);
    p = ws_fma(p, r, 1.0 / 5040.0);
    p = ws_fma(p, r, 1.0 / 720.0);
    p = ws_fma(p, r, 1.0 / 120.0);
    p = ws_fma(p, r, 1.0 / 24.0);
    p = ws_fma(p, r, 1.0 / 6.0);
    p = ws_fma(p, r, 0.5);
    return ws_mul(ws_mul(r, r), p);
}

WS_FUNCTION double ws_exp_pair(ws_pair x) {
    if (x.hi != x.hi) return x.hi;
    if (x.hi > 710.0) return ws_infinity();
    if (x.hi < -746.0) return 0.0;
    const double k = __builtin_rint(x.hi * 0x1.71547652b82fep+0);
    const double r = ws_fma(-k, ws_ln2_hi, x.hi); // exact
    const double low = ws_add(ws_fma(-k, ws_ln2_lo, 0.0), x.lo);
    const double reduced = ws_add(r, low);
    const double rest = ws_add(ws_add(r, -reduced), low); // rounding error of `reduced`
    const double value = ws_add(1.0, ws_add(reduced, ws_add(ws_exp_tail(reduced), rest)));
    return ws_scale(value, static_cast<int>(k));
}
WS_FUNCTION double ws_exp(double x) { return ws_exp_pair({x, 0.0}); }
WS_FUNCTION double ws_exp2(double x) {
    const double k = __builtin_rint(x);
    if (!(ws_abs(x) < 1100.0)) return x != x ? x : (x > 0 ? ws_infinity() : 0.0);
    const ws_pair y = ws_product(x - k, ws_ln2_hi);
    return ws_scale(ws_exp_pair({y.hi, ws_fma(x - k, ws_ln2_lo, y.lo)}), static_cast<int>(k));
}
WS_FUNCTION double ws_exp10(double x) {
    if (!(ws_abs(x) < 400.0)) return x != x ? x : (x > 0 ? ws_infinity() : 0.0);
    const ws_pair y = ws_product(x, 0x1.26bb1bbb55516p+1);
    return ws_exp_pair({y.hi, ws_fma(x, -0x1.f48ad494ea3e9p-53, y.lo)});
}
WS_FUNCTION double ws_expm1(double x) {
    if (!(ws_abs(x) < 38.0)) return ws_exp(x) - 1.0;
    const double k = __builtin_rint(x * 0x1.71547652b82fep+0);
    const ws_pair r = ws_sum(ws_fma(-k, ws_ln2_hi, x), -ws_mul(k, ws_ln2_lo));
    const ws_pair part = ws_sum(r.hi, ws_add(ws_exp_tail(r.hi), r.lo)); // e^r - 1
    const double power = __builtin_bit_cast(double, static_cast<long long>(static_cast<int>(k) + 1023) << 52);
    const ws_pair sum = ws_sum(power - 1.0, ws_mul(power, part.hi));
    return k == 0.0 ? part.hi : ws_add(sum.hi, ws_fma(power, part.lo, sum.lo));
}


/// Requires a finite positive number. With s = f / (2 + f): log(1 + f) = 2s (1 + s^2/3 + s^4/5 + ...).
WS_FUNCTION ws_pair ws_log_pair(double v) {
    int exponent = 0;
    const double f = ws_split(v, &exponent) - 1.0;
    const ws_pair below = ws_sum(2.0, f);
    const double quotient = f / below.hi;
    const double remainder = ws_fma(-quotient, below.lo, ws_fma(-quotient, below.hi, f));
    const ws_pair s = ws_sum(quotient, remainder / below.hi);
    const ws_pair z = ws_multiply_pairs(s, s);
    double p = 1.0 / 23.0;
    for (int n = 21; n >= 5; n -= 2) p = ws_fma(p, z.hi, 1.0 / n);
    ws_pair series = ws_sum(0x1.5555555555555p-2, ws_fma(p, z.hi, 0x1.5555555555555p-56));
    series = ws_multiply_pairs(series, z);
    series = ws_multiply_pairs(series, s);
    const ws_pair log_mantissa = ws_add_pairs({2.0 * s.hi, 2.0 * s.lo}, {2.0 * series.hi, 2.0 * series.lo});
    const ws_pair scaled = ws_product(exponent, ws_ln2_hi);
    return ws_add_pairs({scaled.hi, ws_fma(exponent, ws_ln2_lo, scaled.lo)}, log_mantissa);
}

/// Returns the logarithm for v outside the domain of ws_log_pair. `*ordinary`: whether v is inside.
WS_INLINE double ws_log_special(double v, bool* ordinary) {
    *ordinary = v > 0.0 && v < ws_infinity();
    if (v == 0.0) return -ws_infinity();
    return v < 0.0 ? ws_nan() : v;
}
WS_FUNCTION double ws_log(double v) {
    bool ordinary = false;
    const double special = ws_log_special(v, &ordinary);
    return ordinary ? ws_log_pair(v).hi : special;
}
WS_FUNCTION double ws_log2(double v) {
    bool ordinary = false;
    const double special = ws_log_special(v, &ordinary);
    return ordinary ? ws_multiply_pairs(ws_log_pair(v), {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}).hi : special;
}
WS_FUNCTION double ws_log10(double v) {
    bool ordinary = false;
    const double special = ws_log_special(v, &ordinary);
    return ordinary ? ws_multiply_pairs(ws_log_pair(v), {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}).hi : special;
}
WS_FUNCTION double ws_log1p(double v) {
    if (!(v > -1.0) || v == ws_infinity()) return v == -1.0 ? -ws_infinity() : (v < -1.0 ? ws_nan() : v);
    if (ws_abs(v) < 0x1p-54) return v;
    const ws_pair u = ws_sum(1.0, v);
    return ws_add(ws_log_pair(u.hi).hi, u.lo / u.hi);
}


WS_FUNCTION double ws_pow(double x, double y) {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (x != x || y != y) return ws_nan();
    const double magnitude = ws_abs(x);
    const bool whole = __builtin_trunc(y) == y;
    const bool odd = whole && ws_abs(y) < 0x1p53 && __builtin_trunc(y * 0.5) * 2.0 != y;
    if (ws_abs(y) == ws_infinity()) {
        if (magnitude == 1.0) return 1.0;
        return (magnitude > 1.0) == (y > 0.0) ? ws_infinity() : 0.0;
    }
    double result;
    if (magnitude == 0.0 || magnitude == ws_infinity()) {
        result = (magnitude == 0.0) == (y > 0.0) ? 0.0 : ws_infinity();
    } else {
        if (x < 0.0 && !whole) return ws_nan();
        const ws_pair log_x = ws_log_pair(magnitude);
        const double estimate = ws_mul(y, log_x.hi);
        if (ws_abs(estimate) > 800.0)
            result = estimate > 0.0 ? ws_infinity() : 0.0;
        else
            result = ws_exp_pair(ws_multiply_pairs({y, 0.0}, log_x));
    }
    return odd && (__builtin_bit_cast(long long, x) < 0) ? -result : result;
}
WS_FUNCTION double ws_cbrt(double v) {
    if (!(ws_abs(v) < ws_infinity()) || v == 0.0) return v;
    const bool tiny = ws_abs(v) < 0x1p-600; // the error terms would underflow
    const double magnitude = ws_abs(v) * (tiny ? 0x1p600 : 1.0);
    const double t = ws_exp(ws_log_pair(magnitude).hi * (1.0 / 3.0));
    const ws_pair square = ws_product(t, t);
    const double error = ws_fma(square.lo, t, ws_fma(square.hi, t, -magnitude)); // t^3 - |v|
    const double root = t - error / (3.0 * square.hi);
    return __builtin_copysign(tiny ? root * 0x1p-200 : root, v);
}
WS_FUNCTION double ws_hypot(double a, double b) {
    a = ws_abs(a);
    b = ws_abs(b);
    if (a == ws_infinity() || b == ws_infinity()) return ws_infinity();
    if (a < b) {
        const double swapped = a;
        a = b;
        b = swapped;
    }
    if (!(a > 0.0)) return a + b;
    const int shift = static_cast<int>(__builtin_bit_cast(long long, a) >> 52) - 1023;
    const double x = ws_scale(a, -shift), y = ws_scale(b, -shift);
    const ws_pair sum = ws_add_pairs(ws_product(x, x), ws_product(y, y));
    return ws_scale(__nvvm_sqrt_rn_d(sum.hi), shift);
}

/// Divides the mantissas by long division, which is exact.
WS_FUNCTION double ws_fmod(double a, double b) {
    const double x = ws_abs(a), y = ws_abs(b);
    if (a != a || b != b || x == ws_infinity() || y == 0.0) return ws_nan();
    if (x < y) return a;
    long long bits_x = __builtin_bit_cast(long long, x), bits_y = __builtin_bit_cast(long long, y);
    int exponent_x = static_cast<int>(bits_x >> 52), exponent_y = static_cast<int>(bits_y >> 52);
    const long long hidden = 1ll << 52;
    long long mantissa_x = (bits_x & (hidden - 1)) | (exponent_x != 0 ? hidden : 0);
    const long long mantissa_y = (bits_y & (hidden - 1)) | (exponent_y != 0 ? hidden : 0);
    exponent_x = exponent_x != 0 ? exponent_x : 1;
    exponent_y = exponent_y != 0 ? exponent_y : 1;
    mantissa_x %= mantissa_y;
    for (; exponent_x > exponent_y; --exponent_x) {
        mantissa_x <<= 1;
        if (mantissa_x >= mantissa_y) mantissa_x -= mantissa_y;
    }
    return __builtin_copysign(ws_scale(static_cast<double>(mantissa_x), exponent_y - 1075), a);
}
