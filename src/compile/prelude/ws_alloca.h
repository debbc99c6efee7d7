// Memory on the stack whose size is known only when the kernel runs. nvcc has it from its host compiler; NVRTC and clang
// have no code for it, PTX has. For both compilers.
#pragma once

#ifdef __clang__
#define WS_ALLOCA static __inline__ __attribute__((device, always_inline, nodebug))
#else
#define WS_ALLOCA static __device__ __forceinline__
#endif

/// Aligned to 16 bytes, as nvcc has it; the function that it is inlined into gives it back when it returns.
WS_ALLOCA void* ws_alloca(unsigned long long bytes) {
    void* memory;
    asm volatile("{ .reg .b64 taken; alloca.u64 taken, %1, 16; cvta.local.u64 %0, taken; }"
                 : "=l"(memory)
                 : "l"(bytes));
    return memory;
}
#undef WS_ALLOCA
#undef alloca
#define alloca(bytes) ws_alloca(bytes)
#define __builtin_alloca(bytes) ws_alloca(bytes)
