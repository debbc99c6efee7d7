#pragma once

// Cache hints do not change results.
#define WS_CACHE_LOAD(name)                                                                                            \
    template<class _T>                                                                                                  \
    WS_INLINE _T name(const _T* address) {                                                                               \
        return *address;                                                                                               \
    }
WS_CACHE_LOAD(__ldca)
WS_CACHE_LOAD(__ldcg)
WS_CACHE_LOAD(__ldcs)
WS_CACHE_LOAD(__ldlu)
WS_CACHE_LOAD(__ldcv)
#define WS_CACHE_STORE(name)                                                                                           \
    template<class _T>                                                                                                  \
    WS_INLINE void name(_T* address, _T value) {                                                                         \
        *address = value;                                                                                              \
    }
WS_CACHE_STORE(__stwb)
WS_CACHE_STORE(__stcg)
WS_CACHE_STORE(__stcs)
WS_CACHE_STORE(__stwt)

// Average two numbers without overflow.
WS_INLINE int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
WS_INLINE int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
WS_INLINE unsigned __uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
WS_INLINE unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }
WS_INLINE unsigned __sad(int a, int b, unsigned sum) {
    return sum + (a < b ? static_cast<unsigned>(b) - static_cast<unsigned>(a)
                        : static_cast<unsigned>(a) - static_cast<unsigned>(b));
}
WS_INLINE unsigned __usad(unsigned a, unsigned b, unsigned sum) { return sum + (a < b ? b - a : a - b); }

// Add to `sum` the dot product of four bytes and four bytes, or of two 16-bit numbers and two bytes (compute capability
// 6.1).
#define WS_DOT(name, type, instruction)                                                                                \
    WS_INLINE type name(type a, type b, type sum) {                                                                    \
        type result;                                                                                                   \
        __asm__(instruction " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));                             \
        return result;                                                                                                 \
    }
WS_DOT(__dp4a, int, "dp4a.s32.s32")
WS_DOT(__dp4a, unsigned, "dp4a.u32.u32")
WS_DOT(__dp2a_lo, int, "dp2a.lo.s32.s32")
WS_DOT(__dp2a_lo, unsigned, "dp2a.lo.u32.u32")
WS_DOT(__dp2a_hi, int, "dp2a.hi.s32.s32")
WS_DOT(__dp2a_hi, unsigned, "dp2a.hi.u32.u32")
#define WS_DOT_VECTORS(name, type_a, type_b, type)                                                                     \
    WS_INLINE type name(type_a a, type_b b, type sum) {                                                                \
        return name(__builtin_bit_cast(type, a), __builtin_bit_cast(type, b), sum);                                    \
    }
WS_DOT_VECTORS(__dp4a, char4, char4, int)
WS_DOT_VECTORS(__dp4a, uchar4, uchar4, unsigned)
WS_DOT_VECTORS(__dp2a_lo, short2, char4, int)
WS_DOT_VECTORS(__dp2a_lo, ushort2, uchar4, unsigned)
WS_DOT_VECTORS(__dp2a_hi, short2, char4, int)
WS_DOT_VECTORS(__dp2a_hi, ushort2, uchar4, unsigned)
WS_INLINE unsigned short __nv_bswap16(unsigned short v) { return __builtin_bswap16(v); }
WS_INLINE unsigned __nv_bswap32(unsigned v) { return __builtin_bswap32(v); }
WS_INLINE unsigned long long __nv_bswap64(unsigned long long v) { return __builtin_bswap64(v); }

/// Returns the position of the offset-th set bit, counted up from `base` (down if `offset` is negative), or all ones if
/// none.
WS_INLINE unsigned __fns(unsigned mask, unsigned base, int offset) {
    if (offset == 0) return (mask >> base & 1u) != 0 ? base : ~0u;
    const int step = offset > 0 ? 1 : -1;
    for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
        if ((mask >> bit & 1u) != 0 && (offset -= step) == 0) return static_cast<unsigned>(bit);
    return ~0u;
}
WS_INLINE long long __mul64hi(long long a, long long b) {
    return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
WS_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
WS_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

WS_INLINE unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
WS_INLINE unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
WS_INLINE long long llmin(long long a, long long b) { return a < b ? a : b; }
WS_INLINE long long llmax(long long a, long long b) { return a < b ? b : a; }
WS_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
WS_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }

WS_INLINE double __hiloint2double(int high, int low) {
    return __builtin_bit_cast(double, static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

#define __barrier_sync(id) __asm__ volatile("barrier.sync %0;" ::"r"(id) : "memory")
#define __barrier_sync_count(id, threads) __asm__ volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory")

WS_INLINE unsigned short atomicCAS(unsigned short* p, unsigned short expected, unsigned short v) {
    unsigned short old;
    __asm__ volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(expected), "h"(v) : "memory");
    return old;
}

// Overloads for types that a conversion to int or unsigned would change.
#define WS_MATCH(type, as)                                                                                             \
    WS_INLINE unsigned __match_any_sync(unsigned mask, type value) {                                                   \
        return __match_any_sync(mask, __builtin_bit_cast(as, value));                                                  \
    }                                                                                                                  \
    WS_INLINE unsigned __match_all_sync(unsigned mask, type value, int* predicate) {                                   \
        return __match_all_sync(mask, __builtin_bit_cast(as, value), predicate);                                       \
    }
WS_INLINE unsigned __match_all_sync(unsigned mask, unsigned long long value, int* predicate) {
    return __nvvm_match_all_sync_i64p(mask, value, predicate);
}
WS_INLINE unsigned __match_all_sync(unsigned mask, int value, int* predicate) {
    return __match_all_sync(mask, static_cast<unsigned>(value), predicate);
}
WS_MATCH(long, unsigned long long)
WS_MATCH(unsigned long, unsigned long long)
WS_MATCH(long long, unsigned long long)
WS_MATCH(double, unsigned long long)
WS_MATCH(float, unsigned)

#define WS_SHUFFLE_LONG(name, other)                                                                                   \
    WS_INLINE long name(unsigned mask, long value, other lane, int width = 32) {                                       \
        return static_cast<long>(name(mask, static_cast<unsigned long long>(value), lane, width));                     \
    }                                                                                                                  \
    WS_INLINE unsigned long name(unsigned mask, unsigned long value, other lane, int width = 32) {                     \
        return static_cast<unsigned long>(name(mask, static_cast<unsigned long long>(value), lane, width));            \
    }
WS_SHUFFLE_LONG(__shfl_sync, int)
WS_SHUFFLE_LONG(__shfl_up_sync, unsigned)
WS_SHUFFLE_LONG(__shfl_down_sync, unsigned)
WS_SHUFFLE_LONG(__shfl_xor_sync, int)
typedef long clock_t;
