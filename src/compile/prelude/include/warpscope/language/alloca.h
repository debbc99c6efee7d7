// Memory on the stack whose size is known only when the kernel runs. nvcc has it from its host compiler; NVRTC and clang
// have no code for it, PTX has. For both compilers.
#pragma once

#ifdef __clang__
// PTX gives the memory back when the function returns that has the instruction. So no function that calls alloca may be
// inlined, and none that calls what may return twice is. This does nothing but lasts until functions are inlined.
extern "C" __attribute__((device, returns_twice)) void ws_keep_function() __asm__("llvm.sideeffect");
#define WS_KEEP_FUNCTION ws_keep_function();
#define WS_ALLOCA static __inline__ __attribute__((device, always_inline, nodebug, returns_twice))
#else
#define WS_KEEP_FUNCTION // compile/nvrtc/alloca_call_sites.hpp sees to it
#define WS_ALLOCA static __device__ __forceinline__
#endif

/// Aligned to 16 bytes, as nvcc has it. A kernel that declares alloca itself, as in C, means this.
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
// Names and no functions of the preprocessor: a member or a function of a namespace may be called so, too.
#undef alloca
#define alloca ws_alloca
#define __builtin_alloca ws_alloca
