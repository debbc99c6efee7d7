// What half precision and bfloat16 have in common: operators, comparisons, shuffles, functions by way of float.
#pragma once

#define WS_MEMBER __attribute__((device, always_inline, nodebug))

// Sums, products and quotients of two such numbers, rounded to float and then to them, are rounded right, because a float
// has more than twice their digits.
#define WS_SMALL_FLOAT(type, pair)                                                                                     \
    WS_INLINE type operator+(type a, type b) { return __hadd(a, b); }                                                  \
    WS_INLINE type operator-(type a, type b) { return __hsub(a, b); }                                                  \
    WS_INLINE type operator*(type a, type b) { return __hmul(a, b); }                                                  \
    WS_INLINE type operator/(type a, type b) { return __hdiv(a, b); }                                                  \
    WS_INLINE type operator-(type v) { return __hneg(v); }                                                             \
    WS_INLINE type& operator+=(type& a, type b) { return a = a + b; }                                                  \
    WS_INLINE type& operator-=(type& a, type b) { return a = a - b; }                                                  \
    WS_INLINE type& operator*=(type& a, type b) { return a = a * b; }                                                  \
    WS_INLINE type& operator/=(type& a, type b) { return a = a / b; }                                                  \
    WS_SMALL_COMPARE(type, __heq, ==)                                                                                  \
    WS_SMALL_COMPARE(type, __hne, !=)                                                                                  \
    WS_SMALL_COMPARE(type, __hlt, <)                                                                                   \
    WS_SMALL_COMPARE(type, __hle, <=)                                                                                  \
    WS_SMALL_COMPARE(type, __hgt, >)                                                                                   \
    WS_SMALL_COMPARE(type, __hge, >=)                                                                                  \
    WS_INLINE type __hmin(type a, type b) { return fminf(a, b); }                                                      \
    WS_INLINE type __hmax(type a, type b) { return fmaxf(a, b); }                                                      \
    WS_INLINE pair operator+(pair a, pair b) { return __hadd2(a, b); }                                                 \
    WS_INLINE pair operator-(pair a, pair b) { return __hsub2(a, b); }                                                 \
    WS_INLINE pair operator*(pair a, pair b) { return __hmul2(a, b); }                                                 \
    WS_INLINE pair& operator+=(pair& a, pair b) { return a = a + b; }                                                  \
    WS_INLINE pair& operator*=(pair& a, pair b) { return a = a * b; }                                                  \
    WS_SMALL_SHUFFLE(type, pair, __shfl_sync, int)                                                                     \
    WS_SMALL_SHUFFLE(type, pair, __shfl_up_sync, unsigned)                                                             \
    WS_SMALL_SHUFFLE(type, pair, __shfl_down_sync, unsigned)                                                           \
    WS_SMALL_SHUFFLE(type, pair, __shfl_xor_sync, int)

#define WS_SMALL_COMPARE(type, name, sign)                                                                             \
    WS_INLINE bool name(type a, type b) { return static_cast<float>(a) sign static_cast<float>(b); }                   \
    WS_INLINE bool operator sign(type a, type b) { return name(a, b); }

#define WS_SMALL_SHUFFLE(type, pair, name, other)                                                                      \
    WS_INLINE type name(unsigned mask, type value, other lane, int width = 32) {                                       \
        return type::of(static_cast<unsigned short>(name(mask, static_cast<unsigned>(value.bits), lane, width)));      \
    }                                                                                                                  \
    WS_INLINE pair name(unsigned mask, pair value, other lane, int width = 32) {                                       \
        return __builtin_bit_cast(pair, name(mask, __builtin_bit_cast(unsigned, value), lane, width));                 \
    }

#define WS_SMALL_FLOAT_FUNCTIONS(type)                                                                                 \
    WS_SMALL_FUNCTION(type, hsqrt, sqrtf)                                                                              \
    WS_SMALL_FUNCTION(type, hrsqrt, rsqrtf)                                                                            \
    WS_SMALL_FUNCTION(type, hexp, expf)                                                                                \
    WS_SMALL_FUNCTION(type, hexp2, exp2f)                                                                              \
    WS_SMALL_FUNCTION(type, hlog, logf)                                                                                \
    WS_SMALL_FUNCTION(type, hlog2, log2f)                                                                              \
    WS_SMALL_FUNCTION(type, hsin, sinf)                                                                                \
    WS_SMALL_FUNCTION(type, hcos, cosf)                                                                                \
    WS_SMALL_FUNCTION(type, hfloor, floorf)                                                                            \
    WS_SMALL_FUNCTION(type, hceil, ceilf)                                                                              \
    WS_SMALL_FUNCTION(type, hrint, rintf)                                                                              \
    WS_SMALL_FUNCTION(type, htrunc, truncf)
#define WS_SMALL_FUNCTION(type, name, of_float)                                                                        \
    WS_INLINE type name(type v) { return of_float(v); }
