#pragma once

WS_FUNCTION int ilogb(double v) {
    if (v == 0.0 || v != v) return -2147483647 - 1;
    if (isinf(v)) return 2147483647;
    int exponent = 0;
    frexp(v, &exponent);
    return exponent - 1;
}
WS_FUNCTION int ilogbf(float v) { return ilogb(static_cast<double>(v)); }
WS_FUNCTION int ilogb(float v) { return ilogbf(v); }
WS_FUNCTION double logb(double v) {
    if (v != v) return v;
    if (v == 0.0) return -ws_infinity();
    return isinf(v) ? ws_infinity() : ilogb(v);
}
WS_FUNCTION float logbf(float v) { return static_cast<float>(logb(static_cast<double>(v))); }
WS_FUNCTION float logb(float v) { return logbf(v); }

// Adds 1 to the bits or subtracts 1, because the bits grow with the magnitude.
#define WS_NEXT(name, type, bits)                                                                                      \
    WS_FUNCTION type name(type v, type to) {                                                                           \
        if (v != v || to != to) return v + to;                                                                         \
        if (v == to) return to;                                                                                        \
        if (v == 0) return __builtin_copysign(__builtin_bit_cast(type, static_cast<bits>(1)), to);                     \
        const bits from = __builtin_bit_cast(bits, v);                                                                 \
        return __builtin_bit_cast(type, (v < to) == (v > 0) ? from + 1 : from - 1);                                    \
    }
WS_NEXT(nextafter, double, long long)
WS_NEXT(nextafter, float, int)
WS_INLINE float nextafterf(float v, float to) { return nextafter(v, to); }

/// Returns the exact remainder for the nearest quotient (ties to even). `*quotient`: the quotient's sign and last 3
/// bits.
WS_FUNCTION double remquo(double a, double b, int* quotient) {
    *quotient = 0;
    if (a != a || b != b || isinf(a) || b == 0.0) return ws_nan();
    if (isinf(b)) return a;
    const double x = fabs(a), y = fabs(b);
    const bool room = y < 0x1p1020; // 8 y is finite
    double rest = room ? ws_fmod(x, 8.0 * y) : x;
    int q = 0;
    for (int bit = 4; bit > 0; bit >>= 1)
        if ((room || y <= 0x1.fffffffffffffp+1023 / bit) && rest >= bit * y) {
            rest -= bit * y;
            q += bit;
        }
    const double beyond = rest - y; // remainder for quotient q + 1; exact if rest >= y / 2
    if (rest > -beyond || (rest == -beyond && (q & 1) != 0)) {
        rest = beyond;
        ++q;
    }
    *quotient = (a < 0.0) != (b < 0.0) ? -(q & 7) : q & 7;
    if (rest == 0.0) return __builtin_copysign(0.0, a);
    return a < 0.0 ? -rest : rest;
}
WS_FUNCTION double remainder(double a, double b) {
    int quotient = 0;
    return remquo(a, b, &quotient);
}
WS_FUNCTION float remquof(float a, float b, int* quotient) {
    return static_cast<float>(remquo(static_cast<double>(a), static_cast<double>(b), quotient));
}
WS_FUNCTION float remquo(float a, float b, int* quotient) { return remquof(a, b, quotient); }
WS_FUNCTION float remainderf(float a, float b) {
    return static_cast<float>(remainder(static_cast<double>(a), static_cast<double>(b)));
}
WS_FUNCTION float remainder(float a, float b) { return remainderf(a, b); }

WS_INLINE int ws_as_int(long exponent) {
    return exponent > 10000 ? 10000 : (exponent < -10000 ? -10000 : static_cast<int>(exponent));
}
WS_INLINE double scalbln(double v, long exponent) { return ldexp(v, ws_as_int(exponent)); }
WS_INLINE float scalblnf(float v, long exponent) { return ldexpf(v, ws_as_int(exponent)); }
WS_INLINE float scalbln(float v, long exponent) { return scalblnf(v, exponent); }

WS_INLINE void sincospi(double v, double* s, double* c) {
    *s = sinpi(v);
    *c = cospi(v);
}
WS_INLINE void sincospif(float v, float* s, float* c) {
    *s = sinpif(v);
    *c = cospif(v);
}
WS_INLINE void sincospi(float v, float* s, float* c) { sincospif(v, s, c); }
WS_INLINE void sincos(float v, float* s, float* c) { sincosf(v, s, c); }
WS_INLINE float modf(float v, float* whole) { return modff(v, whole); }
