#pragma once

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define WS_REDUCE(name, type, instruction)                                                                             \
    WS_INLINE type name(unsigned mask, type value) {                                                                   \
        type result;                                                                                                   \
        __asm__ volatile("redux.sync." instruction " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask));             \
        return result;                                                                                                 \
    }
#else
#define WS_REDUCE(name, type, instruction)                                                                             \
    __attribute__((device, unavailable("it needs arch = \"compute_80\" or newer"))) type name(unsigned mask, type value);
#endif
WS_REDUCE(__reduce_add_sync, unsigned, "add.u32")
WS_REDUCE(__reduce_add_sync, int, "add.s32")
WS_REDUCE(__reduce_min_sync, unsigned, "min.u32")
WS_REDUCE(__reduce_min_sync, int, "min.s32")
WS_REDUCE(__reduce_max_sync, unsigned, "max.u32")
WS_REDUCE(__reduce_max_sync, int, "max.s32")
WS_REDUCE(__reduce_and_sync, unsigned, "and.b32")
WS_REDUCE(__reduce_or_sync, unsigned, "or.b32")
WS_REDUCE(__reduce_xor_sync, unsigned, "xor.b32")
