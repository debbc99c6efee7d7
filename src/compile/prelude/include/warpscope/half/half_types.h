#pragma once

#define WS_MEMBER __attribute__((device, always_inline, nodebug))

// A float has more than twice as many digits as these types, so rounding to float first is harmless for sums, products,
// quotients and values rounded to odd. Rounding to odd truncates, and sets the last digit if anything was lost.
#define WS_TO_ODD(type, cut)                                                                                           \
    WS_INLINE float ws_to_odd(type v) {                                                                                \
        const float near = cut(v);                                                                                     \
        return static_cast<type>(near) == v || v != v ? near : __uint_as_float(__float_as_uint(near) | 1);             \
    }
WS_INLINE float ws_to_odd(float v) { return v; }
WS_TO_ODD(double, __double2float_rz)
WS_TO_ODD(int, __int2float_rz)
WS_TO_ODD(unsigned, __uint2float_rz)
WS_TO_ODD(long long, __ll2float_rz)
WS_TO_ODD(unsigned long long, __ull2float_rz)
WS_INLINE float ws_to_odd(short v) { return v; }
WS_INLINE float ws_to_odd(unsigned short v) { return v; }
WS_INLINE float ws_to_odd(long v) { return ws_to_odd(static_cast<long long>(v)); }
WS_INLINE float ws_to_odd(unsigned long v) { return ws_to_odd(static_cast<unsigned long long>(v)); }

// `name`: half or bfloat16, for the names of conversions.
#define WS_SMALL_FLOAT(type, pair, name)                                                                               \
    WS_SMALL_COMPARISONS(type, pair)                                                                                   \
    WS_SMALL_PAIRS(type, pair, name)                                                                                   \
    WS_SMALL_EXTREMES(type, pair, min)                                                                                 \
    WS_SMALL_EXTREMES(type, pair, max)                                                                                 \
    WS_SMALL_OPERATORS(type, , type(1.0f))                                                                             \
    WS_SMALL_OPERATORS(pair, 2, pair(type(1.0f), type(1.0f)))                                                          \
    WS_SMALL_SHUFFLE(type, pair, __shfl_sync, int)                                                                     \
    WS_SMALL_SHUFFLE(type, pair, __shfl_up_sync, unsigned)                                                             \
    WS_SMALL_SHUFFLE(type, pair, __shfl_down_sync, unsigned)                                                           \
    WS_SMALL_SHUFFLE(type, pair, __shfl_xor_sync, int)

#define WS_SMALL_PAIRS(type, pair, name)                                                                               \
    WS_INLINE type __hneg(type v) { return type::of(v == v ? v.bits ^ 0x8000 : 0x7fff); }                              \
    WS_INLINE type __habs(type v) { return type::of(v == v ? v.bits & 0x7fff : 0x7fff); }                              \
    WS_INLINE pair __hneg2(pair v) { return {__hneg(v.x), __hneg(v.y)}; }                                              \
    WS_INLINE pair __habs2(pair v) { return {__habs(v.x), __habs(v.y)}; }                                              \
    WS_INLINE type __hdiv(type a, type b) { return static_cast<float>(a) / static_cast<float>(b); }                    \
    WS_INLINE pair __h2div(pair a, pair b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }                            \
    WS_INLINE pair __hcmadd(pair a, pair b, pair c) {                                                                  \
        return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};             \
    }                                                                                                                  \
    WS_INLINE float __low2float(pair v) { return v.x; }                                                                \
    WS_INLINE float __high2float(pair v) { return v.y; }                                                               \
    WS_INLINE type __low2##name(pair v) { return v.x; }                                                                \
    WS_INLINE type __high2##name(pair v) { return v.y; }                                                               \
    WS_INLINE pair __low2##name##2(pair v) { return {v.x, v.x}; }                                                      \
    WS_INLINE pair __high2##name##2(pair v) { return {v.y, v.y}; }                                                     \
    WS_INLINE pair __lows2##name##2(pair a, pair b) { return {a.x, b.x}; }                                             \
    WS_INLINE pair __highs2##name##2(pair a, pair b) { return {a.y, b.y}; }                                            \
    WS_INLINE pair __lowhigh2highlow(pair v) { return {v.y, v.x}; }                                                    \
    WS_INLINE pair __halves2##name##2(type x, type y) { return {x, y}; }                                               \
    WS_INLINE pair make_##name##2(type x, type y) { return {x, y}; }                                                   \
    WS_INLINE pair __##name##2##name##2(type v) { return {v, v}; }                                                     \
    WS_INLINE pair __floats2##name##2_rn(float x, float y) { return {x, y}; }                                          \
    WS_INLINE pair __float2##name##2_rn(float v) { return {v, v}; }                                                    \
    WS_INLINE pair __float22##name##2_rn(float2 v) { return {v.x, v.y}; }                                              \
    WS_INLINE float2 __##name##22float2(pair v) { return {v.x, v.y}; }                                                 \
    WS_INLINE float __##name##2float(type v) { return v; }                                                             \
    WS_INLINE type __float2##name(float v) { return v; }                                                               \
    WS_INLINE type __double2##name(double v) { return v; }                                                             \
    WS_INLINE type __ushort_as_##name(unsigned short bits) { return type::of(bits); }                                  \
    WS_INLINE type __short_as_##name(short bits) { return type::of(static_cast<unsigned short>(bits)); }               \
    WS_INLINE unsigned short __##name##_as_ushort(type v) { return v.bits; }                                           \
    WS_INLINE short __##name##_as_short(type v) { return static_cast<short>(v.bits); }

// Comparing as float is exact. Functions that end in "u" return true if an operand is NaN.
#define WS_SMALL_COMPARE(type, pair, name, ...)                                                                        \
    WS_INLINE bool __h##name(type left, type right) {                                                                  \
        const float a = left, b = right;                                                                               \
        return __VA_ARGS__;                                                                                            \
    }                                                                                                                  \
    WS_INLINE pair __h##name##2(pair a, pair b) {                                                                      \
        return {type(__h##name(a.x, b.x) ? 1.0f : 0.0f), type(__h##name(a.y, b.y) ? 1.0f : 0.0f)};                     \
    }                                                                                                                  \
    WS_INLINE unsigned __h##name##2_mask(pair a, pair b) {                                                             \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                        \
    }                                                                                                                  \
    WS_INLINE bool __hb##name##2(pair a, pair b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }

#define WS_SMALL_COMPARISONS(type, pair)                                                                               \
    WS_SMALL_COMPARE(type, pair, eq, a == b)                                                                           \
    WS_SMALL_COMPARE(type, pair, ne, a < b || a > b)                                                                   \
    WS_SMALL_COMPARE(type, pair, lt, a < b)                                                                            \
    WS_SMALL_COMPARE(type, pair, le, a <= b)                                                                           \
    WS_SMALL_COMPARE(type, pair, gt, a > b)                                                                            \
    WS_SMALL_COMPARE(type, pair, ge, a >= b)                                                                           \
    WS_SMALL_COMPARE(type, pair, equ, !(a < b || a > b))                                                               \
    WS_SMALL_COMPARE(type, pair, neu, a != b)                                                                          \
    WS_SMALL_COMPARE(type, pair, ltu, !(a >= b))                                                                       \
    WS_SMALL_COMPARE(type, pair, leu, !(a > b))                                                                        \
    WS_SMALL_COMPARE(type, pair, gtu, !(a <= b))                                                                       \
    WS_SMALL_COMPARE(type, pair, geu, !(a < b))                                                                        \
    WS_INLINE bool __hisnan(type v) { return __hneu(v, v); }                                                           \
    WS_INLINE pair __hisnan2(pair v) { return __hneu2(v, v); }                                                         \
    WS_SMALL_SIGN(type, pair, ==, eq)                                                                                  \
    WS_SMALL_SIGN(type, pair, !=, neu)                                                                                 \
    WS_SMALL_SIGN(type, pair, <, lt)                                                                                   \
    WS_SMALL_SIGN(type, pair, <=, le)                                                                                  \
    WS_SMALL_SIGN(type, pair, >, gt)                                                                                   \
    WS_SMALL_SIGN(type, pair, >=, ge)

#define WS_SMALL_SIGN(type, pair, sign, name)                                                                          \
    WS_INLINE bool operator sign(type a, type b) { return __h##name(a, b); }                                           \
    WS_INLINE bool operator sign(pair a, pair b) { return __hb##name##2(a, b); }

// If an operand is NaN, functions with "_nan" return NaN; those without return the other operand.
#define WS_SMALL_EXTREMES(type, pair, which)                                                                           \
    WS_INLINE type __h##which(type a, type b) { return f##which##f(a, b); }                                            \
    WS_INLINE type __h##which##_nan(type a, type b) {                                                                  \
        return __hisnan(a) || __hisnan(b) ? type::of(0x7fff) : __h##which(a, b);                                       \
    }                                                                                                                  \
    WS_INLINE pair __h##which##2(pair a, pair b) { return {__h##which(a.x, b.x), __h##which(a.y, b.y)}; }              \
    WS_INLINE pair __h##which##2_nan(pair a, pair b) {                                                                 \
        return {__h##which##_nan(a.x, b.x), __h##which##_nan(a.y, b.y)};                                               \
    }

#define WS_SMALL_OPERATORS(type, count, one)                                                                           \
    WS_INLINE type operator+(type a, type b) { return __hadd##count(a, b); }                                           \
    WS_INLINE type operator-(type a, type b) { return __hsub##count(a, b); }                                           \
    WS_INLINE type operator*(type a, type b) { return __hmul##count(a, b); }                                           \
    WS_INLINE type operator/(type a, type b) { return __h##count##div(a, b); }                                         \
    WS_INLINE type operator+(type v) { return v; }                                                                     \
    WS_INLINE type operator-(type v) { return __hneg##count(v); }                                                      \
    WS_INLINE type& operator+=(type& a, type b) { return a = a + b; }                                                  \
    WS_INLINE type& operator-=(type& a, type b) { return a = a - b; }                                                  \
    WS_INLINE type& operator*=(type& a, type b) { return a = a * b; }                                                  \
    WS_INLINE type& operator/=(type& a, type b) { return a = a / b; }                                                  \
    WS_INLINE type& operator++(type& v) { return v += one; }                                                           \
    WS_INLINE type& operator--(type& v) { return v -= one; }                                                           \
    WS_INLINE type operator++(type& v, int) {                                                                          \
        const type before = v;                                                                                         \
        ++v;                                                                                                           \
        return before;                                                                                                 \
    }                                                                                                                  \
    WS_INLINE type operator--(type& v, int) {                                                                          \
        const type before = v;                                                                                         \
        --v;                                                                                                           \
        return before;                                                                                                 \
    }

#define WS_SMALL_SHUFFLE(type, pair, name, other)                                                                      \
    WS_INLINE type name(unsigned mask, type value, other lane, int width = 32) {                                       \
        return type::of(static_cast<unsigned short>(name(mask, static_cast<unsigned>(value.bits), lane, width)));      \
    }                                                                                                                  \
    WS_INLINE pair name(unsigned mask, pair value, other lane, int width = 32) {                                       \
        return __builtin_bit_cast(pair, name(mask, __builtin_bit_cast(unsigned, value), lane, width));                 \
    }
