// Double precision functions, built from range reduction and power series; the series are Taylor's unless noted, cut
// where the next term no longer matters. Where a step must not be fused or reordered it is written with ws_add and
// ws_mul. A pair {hi, lo} is a number of about 100 bits, hi + lo.
#pragma once

WS_INLINE double ws_add(double a, double b) { return __nvvm_add_rn_d(a, b); }
// Assembly, because clang takes its intrinsics of this name apart and fuses the product into later sums.
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

/// v * 2^exponent for any exponent, rounded once even where the result is subnormal.
WS_FUNCTION double ws_scale(double v, int exponent) {
    const auto power = [](int e) __attribute__((device, always_inline, nodebug)) {
        return __builtin_bit_cast(double, static_cast<long long>(e + 1023) << 52);
    };
    exponent = exponent > 2200 ? 2200 : (exponent < -2200 ? -2200 : exponent);
    while (exponent > 1000) {
        v *= power(1000);
        exponent -= 1000;
    }
    if (exponent < -969) { // down to the smallest normal range in exact steps, the last one rounds
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

/// v as mantissa in [sqrt(1/2), sqrt(2)) and exponent; v is finite and positive.
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

// ---- exponential ----

/// e^r - 1 - r for |r| <= 0.35.
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

/// e^(x.hi + x.lo).
WS_FUNCTION double ws_exp_pair(ws_pair x) {
    if (x.hi != x.hi) return x.hi;
    if (x.hi > 710.0) return ws_infinity();
    if (x.hi < -746.0) return 0.0;
    const double k = __builtin_rint(x.hi * 0x1.71547652b82fep+0);
    const double r = ws_fma(-k, ws_ln2_hi, x.hi); // exact
    const double low = ws_add(ws_fma(-k, ws_ln2_lo, 0.0), x.lo);
    const double reduced = ws_add(r, low);
    const double rest = ws_add(ws_add(r, -reduced), low); // what `reduced` lost
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

// ---- logarithm ----

/// log of a finite positive number, as a pair. With s = f / (2 + f): log(1 + f) = 2s (1 + s^2/3 + s^4/5 + ...).
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

/// What all logarithms give where log_pair does not apply; `*ordinary` says whether it does.
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

// ---- powers ----

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
    const bool tiny = ws_abs(v) < 0x1p-600; // its parts would underflow
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

/// Exact, by long division of the mantissas.
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

// ---- sine and cosine ----

/// 2 / pi, most significant word first; the first word is what lies before the binary point.
static const __attribute__((device)) unsigned long long ws_two_over_pi[21] = {
    0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull,
    0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull,
    0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
    0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull, 0xf0cfbc209af4361dull};

/// For |x| of 2^20 and more: x * 2/pi from the bits of 2/pi that matter (Payne and Hanek's method).
WS_FUNCTION ws_pair ws_reduce_large(double x, int* quadrant) {
    const long long bits = __builtin_bit_cast(long long, ws_abs(x));
    const int exponent = static_cast<int>(bits >> 52) - 1075; // x = mantissa * 2^exponent
    const unsigned long long mantissa = (bits & 0xfffffffffffffll) | 0x10000000000000ll;
    // Bits of 2/pi whose product with x is a multiple of 4 drop out: the window starts where the rest begins, so that
    // the binary point of the product comes to lie two bits below the top of `high`.
    const int skip = exponent - 2 + 64; // in the table, whose first word stands before the point
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
    if (fraction >> 63 != 0) { // nearer to the next quadrant
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

/// x = quadrant * pi/2 + result, |result| <= pi/4.
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
/// sin for shift 0, cos for shift 1.
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

// ---- inverse functions ----

/// atan of 0 <= v <= 1 as a pair; with c = 0, 1/4, ... 1 nearest to v: atan v = atan c + atan((v - c) / (1 + v c)).
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
/// Angle of the point (x, y), both not negative, not both zero.
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
    if (ax == ws_infinity() || ay == ws_infinity()) { // only the direction counts
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

// ---- hyperbolic functions ----

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

// ---- error function ----

/// erf for 0 <= a < 1 by its series of positive terms: 2/sqrt(pi) e^(-a^2) sum of 2^n a^(2n+1) / (1 3 5 ... (2n+1)).
WS_FUNCTION double ws_erf_series(double a) {
    double term = a, rest = 0.0; // of the sum, beyond its first term
    for (int n = 1; n < 40 && term > a * 0x1p-60; ++n) {
        term *= 2.0 * a * a / (2 * n + 1);
        rest += term;
    }
    const ws_pair square = ws_product(a, a);
    return 0x1.20dd750429b6dp+0 * ws_exp_pair({-square.hi, -square.lo}) * (a + rest);
}
/// erfc for a >= 1/2 by its continued fraction, evaluated from the far end; near 1/2 it takes many steps.
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
