// SIMD on the bytes or halves of a 32-bit word: PTX video instructions with merge operand 0.
#pragma once

#define WS_WORD2(name, instruction)                                                                                    \
    WS_INLINE unsigned name(unsigned a, unsigned b) {                                                                  \
        unsigned d;                                                                                                    \
        __asm__(instruction " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(0));                                    \
        return d;                                                                                                      \
    }
#define WS_WORD1(name, instruction, first, second)                                                                     \
    WS_INLINE unsigned name(unsigned v) {                                                                              \
        unsigned d;                                                                                                    \
        __asm__(instruction " %0, %1, %2, %3;" : "=r"(d) : "r"(first), "r"(second), "r"(0));                           \
        return d;                                                                                                      \
    }

/// Sets each part to 1 (vset) or all ones (vcmp) if the comparison holds for it, otherwise to 0.
#define WS_WORD_COMPARE(parts, ones, relation, suffix, type, instruction)                                              \
    WS_WORD2(__vset##relation##suffix##parts, "vset" #parts "." type "." type "." instruction)                         \
    WS_INLINE unsigned __vcmp##relation##suffix##parts(unsigned a, unsigned b) {                                       \
        return __vset##relation##suffix##parts(a, b) * ones;                                                           \
    }

#define WS_WORDS(parts, ones)                                                                                          \
    WS_WORD2(__vadd##parts, "vadd" #parts ".u32.u32.u32")                                                              \
    WS_WORD2(__vaddss##parts, "vadd" #parts ".s32.s32.s32.sat")                                                        \
    WS_WORD2(__vaddus##parts, "vadd" #parts ".u32.u32.u32.sat")                                                        \
    WS_WORD2(__vsub##parts, "vsub" #parts ".u32.u32.u32")                                                              \
    WS_WORD2(__vsubss##parts, "vsub" #parts ".s32.s32.s32.sat")                                                        \
    WS_WORD2(__vsubus##parts, "vsub" #parts ".u32.u32.u32.sat")                                                        \
    WS_WORD2(__vabsdiffs##parts, "vabsdiff" #parts ".s32.s32.s32")                                                     \
    WS_WORD2(__vabsdiffu##parts, "vabsdiff" #parts ".u32.u32.u32")                                                     \
    WS_WORD2(__vavgs##parts, "vavrg" #parts ".s32.s32.s32")                                                            \
    WS_WORD2(__vavgu##parts, "vavrg" #parts ".u32.u32.u32")                                                            \
    WS_WORD2(__vmaxs##parts, "vmax" #parts ".s32.s32.s32")                                                             \
    WS_WORD2(__vmaxu##parts, "vmax" #parts ".u32.u32.u32")                                                             \
    WS_WORD2(__vmins##parts, "vmin" #parts ".s32.s32.s32")                                                             \
    WS_WORD2(__vminu##parts, "vmin" #parts ".u32.u32.u32")                                                             \
    WS_WORD2(__vsads##parts, "vabsdiff" #parts ".u32.s32.s32.add")                                                     \
    WS_WORD2(__vsadu##parts, "vabsdiff" #parts ".u32.u32.u32.add")                                                     \
    WS_WORD1(__vabs##parts, "vabsdiff" #parts ".s32.s32.s32", v, 0)                                                    \
    WS_WORD1(__vabsss##parts, "vabsdiff" #parts ".s32.s32.s32.sat", v, 0)                                              \
    WS_WORD1(__vneg##parts, "vsub" #parts ".s32.s32.s32", 0, v)                                                        \
    WS_WORD1(__vnegss##parts, "vsub" #parts ".s32.s32.s32.sat", 0, v)                                                  \
    WS_WORD_COMPARE(parts, ones, eq, , "u32", "eq")                                                                    \
    WS_WORD_COMPARE(parts, ones, ne, , "u32", "ne")                                                                    \
    WS_WORD_COMPARE(parts, ones, ge, s, "s32", "ge")                                                                   \
    WS_WORD_COMPARE(parts, ones, ge, u, "u32", "ge")                                                                   \
    WS_WORD_COMPARE(parts, ones, gt, s, "s32", "gt")                                                                   \
    WS_WORD_COMPARE(parts, ones, gt, u, "u32", "gt")                                                                   \
    WS_WORD_COMPARE(parts, ones, le, s, "s32", "le")                                                                   \
    WS_WORD_COMPARE(parts, ones, le, u, "u32", "le")                                                                   \
    WS_WORD_COMPARE(parts, ones, lt, s, "s32", "lt")                                                                   \
    WS_WORD_COMPARE(parts, ones, lt, u, "u32", "lt")
WS_WORDS(2, 0xffffu)
WS_WORDS(4, 0xffu)

// Round the mean down: common bits plus half of the differing bits.
WS_INLINE unsigned __vhaddu2(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1 & 0x7fff7fffu); }
WS_INLINE unsigned __vhaddu4(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1 & 0x7f7f7f7fu); }
