// nvcc inherits alloca from its host compiler. NVRTC and clang lack it, but PTX has it.
#pragma once

#ifdef __clang__
// PTX frees the memory when the function with the instruction returns, so callers of alloca must not be inlined. clang
// never inlines a caller of a `returns_twice` function; ws_keep_function does nothing.
extern "C" __attribute__((device, returns_twice)) void ws_keep_function() __asm__("llvm.sideeffect");
#define WS_KEEP_FUNCTION ws_keep_function();
#define WS_ALLOCA static __inline__ __attribute__((device, always_inline, nodebug, returns_twice))
#else
#define WS_KEEP_FUNCTION // checked by compile/nvrtc/alloca_call_sites.hpp
#define WS_ALLOCA static __device__ __forceinline__
#endif

/// Aligns to 16 bytes, as nvcc does. Has C linkage, because kernels may declare `extern "C" void* alloca(size_t)`.
extern "C" {
WS_ALLOCA void* ws_alloca(decltype(sizeof 0) bytes) {
    WS_KEEP_FUNCTION
    void* memory;
    asm volatile("{ .reg .b64 taken; alloca.u64 taken, %1, 16; cvta.local.u64 %0, taken; }"
                 : "=l"(memory)
                 : "l"(bytes));
    return memory;
}
}
#undef WS_ALLOCA
#undef WS_KEEP_FUNCTION
// Object-like macros, because members and namespace functions may have this name.
#undef alloca
#define alloca ws_alloca
#define __builtin_alloca ws_alloca
