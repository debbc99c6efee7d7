// Minimum and maximum of 32-bit integers and pairs of 16-bit integers: of three numbers, of a sum and a number, with 0
// ("relu"), and with a flag for the chosen operand.
#pragma once

WS_INLINE int __vimax_s32_relu(int a, int b) { return max(max(a, b), 0); }
WS_INLINE int __vimin_s32_relu(int a, int b) { return max(min(a, b), 0); }
WS_INLINE unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__vmaxs2(a, b), 0); }
WS_INLINE unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__vmins2(a, b), 0); }

// Signed sums wrap around, as in hardware.
#define WS_MIN_MAX_WORDS(which)                                                                                        \
    WS_INLINE int __vi##which##3_s32(int a, int b, int c) { return which(which(a, b), c); }                            \
    WS_INLINE unsigned __vi##which##3_u32(unsigned a, unsigned b, unsigned c) { return which(which(a, b), c); }        \
    WS_INLINE unsigned __vi##which##3_s16x2(unsigned a, unsigned b, unsigned c) {                                      \
        return __v##which##s2(__v##which##s2(a, b), c);                                                                \
    }                                                                                                                  \
    WS_INLINE unsigned __vi##which##3_u16x2(unsigned a, unsigned b, unsigned c) {                                      \
        return __v##which##u2(__v##which##u2(a, b), c);                                                                \
    }                                                                                                                  \
    WS_INLINE int __vi##which##3_s32_relu(int a, int b, int c) { return max(__vi##which##3_s32(a, b, c), 0); }         \
    WS_INLINE unsigned __vi##which##3_s16x2_relu(unsigned a, unsigned b, unsigned c) {                                 \
        return __vmaxs2(__vi##which##3_s16x2(a, b, c), 0);                                                             \
    }                                                                                                                  \
    WS_INLINE int __viadd##which##_s32(int a, int b, int c) {                                                          \
        return which(static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)), c);                        \
    }                                                                                                                  \
    WS_INLINE unsigned __viadd##which##_u32(unsigned a, unsigned b, unsigned c) { return which(a + b, c); }            \
    WS_INLINE unsigned __viadd##which##_s16x2(unsigned a, unsigned b, unsigned c) {                                    \
        return __v##which##s2(__vadd2(a, b), c);                                                                       \
    }                                                                                                                  \
    WS_INLINE unsigned __viadd##which##_u16x2(unsigned a, unsigned b, unsigned c) {                                    \
        return __v##which##u2(__vadd2(a, b), c);                                                                       \
    }                                                                                                                  \
    WS_INLINE int __viadd##which##_s32_relu(int a, int b, int c) { return max(__viadd##which##_s32(a, b, c), 0); }     \
    WS_INLINE unsigned __viadd##which##_s16x2_relu(unsigned a, unsigned b, unsigned c) {                               \
        return __vmaxs2(__viadd##which##_s16x2(a, b, c), 0);                                                           \
    }
WS_MIN_MAX_WORDS(max)
WS_MIN_MAX_WORDS(min)

// `*first`: whether `a` is the result (true if a == b).
#define WS_WHICH_MIN_MAX(which, relation)                                                                              \
    WS_INLINE int __vib##which##_s32(int a, int b, bool* first) {                                                      \
        *first = a relation b;                                                                                         \
        return which(a, b);                                                                                            \
    }                                                                                                                  \
    WS_INLINE unsigned __vib##which##_u32(unsigned a, unsigned b, bool* first) {                                       \
        *first = a relation b;                                                                                         \
        return which(a, b);                                                                                            \
    }                                                                                                                  \
    WS_INLINE unsigned __vib##which##_s16x2(unsigned a, unsigned b, bool* first_high, bool* first_low) {               \
        *first_high = static_cast<short>(a >> 16) relation static_cast<short>(b >> 16);                                \
        *first_low = static_cast<short>(a) relation static_cast<short>(b);                                             \
        return __v##which##s2(a, b);                                                                                   \
    }                                                                                                                  \
    WS_INLINE unsigned __vib##which##_u16x2(unsigned a, unsigned b, bool* first_high, bool* first_low) {               \
        *first_high = static_cast<unsigned short>(a >> 16) relation static_cast<unsigned short>(b >> 16);              \
        *first_low = static_cast<unsigned short>(a) relation static_cast<unsigned short>(b);                           \
        return __v##which##u2(a, b);                                                                                   \
    }
WS_WHICH_MIN_MAX(max, >=)
WS_WHICH_MIN_MAX(min, <=)

WS_MIN_MAX(unsigned long, long, unsigned long)
WS_MIN_MAX(unsigned long, unsigned long, long)
WS_MIN_MAX(unsigned long long, long long, unsigned long long)
WS_MIN_MAX(unsigned long long, unsigned long long, long long)
