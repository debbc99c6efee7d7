#pragma once

#ifdef __aarch64__
#define WARPSCOPE_JUMP_INSTRUCTION "b "
#define WARPSCOPE_JUMP_END ""
#else
#define WARPSCOPE_JUMP_INSTRUCTION "jmp "
#define WARPSCOPE_JUMP_END "@PLT"
#endif

/// Defines `name` as a jump, so that `target` sees the original caller.
#define WARPSCOPE_JUMP(name, target)                                                                                   \
    __asm__(".pushsection .text\n.globl " name "\n.type " name ",%function\n" name                                     \
            ":\n" WARPSCOPE_JUMP_INSTRUCTION target WARPSCOPE_JUMP_END "\n.size " name ",.-" name "\n.popsection");
/// `exported`: NAME@VERSION.
#define WARPSCOPE_VERSION(name, exported) __asm__(".symver " name "," exported);
