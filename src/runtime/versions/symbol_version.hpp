// A function by several names, each with a version that linkers write into programs. Private to src/runtime.
#pragma once

#ifdef __aarch64__
#define WARPSCOPE_JUMP_INSTRUCTION "b "
#define WARPSCOPE_JUMP_END ""
#else
#define WARPSCOPE_JUMP_INSTRUCTION "jmp "
#define WARPSCOPE_JUMP_END "@PLT"
#endif

/// The function `name` does what `target` does, and whoever called it has called that.
#define WARPSCOPE_JUMP(name, target)                                                                                   \
    __asm__(".pushsection .text\n.globl " name "\n.type " name ",%function\n" name                                     \
            ":\n" WARPSCOPE_JUMP_INSTRUCTION target WARPSCOPE_JUMP_END "\n.size " name ",.-" name "\n.popsection");
/// `name` is also found as `exported`, which is NAME@VERSION.
#define WARPSCOPE_VERSION(name, exported) __asm__(".symver " name "," exported);
