// Qualifiers of functions and variables.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
// Kept and not taken for 0 where the file itself stores nothing in it: a static one gets its values from outside, too.
#define __constant__ __attribute__((constant, used))
// Managed memory is what the host touches, too; to a kernel it is global memory.
#define __managed__ __attribute__((device))
// The third number is about clusters, which clang does not make.
#define WS_BOUNDS(threads, blocks, ...) __attribute__((launch_bounds(threads, blocks)))
#define __launch_bounds__(...) WS_BOUNDS(__VA_ARGS__, 0, )
#define __cluster_dims__(...)                                                                                          \
    _Pragma("GCC error \"clusters of blocks are compiled by NVRTC (the CUDA Toolkit), not by clang\"")
// What headers ask for: the language that the prelude brings is about CUDA 11's.
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 0
#define CUDART_VERSION 11000
#define __assume(condition) __builtin_assume(condition)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#ifdef WS_GCC_ALIGNMENT
// As an attribute that may stand behind __shared__, which alignas may not. Types and numbers, one or several.
template<class... _T>
constexpr __attribute__((host, device)) __SIZE_TYPE__ ws_alignment() {
    __SIZE_TYPE__ most = 1;
    ((most = most < alignof(_T) ? alignof(_T) : most), ...);
    return most;
}
template<__SIZE_TYPE__... n>
constexpr __attribute__((host, device)) __SIZE_TYPE__ ws_alignment() {
    __SIZE_TYPE__ most = 1;
    ((most = most < n ? n : most), ...);
    return most;
}
#define alignas(...) __attribute__((aligned(ws_alignment<__VA_ARGS__>())))
#endif

// Functions of the prelude: small ones that vanish into the caller, and those left to the optimiser.
#define WS_INLINE static __inline__ __attribute__((device, always_inline, nodebug))
#define WS_FUNCTION static __inline__ __attribute__((device, nodebug))

typedef __SIZE_TYPE__ size_t;
