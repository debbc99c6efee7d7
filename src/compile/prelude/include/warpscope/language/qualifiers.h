#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
// Without `used`, clang drops the variable or assumes 0, although the host writes it.
#define __constant__ __attribute__((constant, used))
// Kernels see managed memory as global memory.
#define __managed__ __attribute__((device))
// Drops the cluster argument, which clang does not know.
#define WS_BOUNDS(threads, blocks, ...) __attribute__((launch_bounds(threads, blocks)))
#define __launch_bounds__(...) WS_BOUNDS(__VA_ARGS__, 0, )
#define __cluster_dims__(...)                                                                                          \
    _Pragma("GCC error \"clusters of blocks are compiled by NVRTC (the CUDA Toolkit), not by clang\"")
// The prelude corresponds to about CUDA 11.
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
// GCC's attribute may follow __shared__, unlike alignas. Arguments are types or numbers.
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

// WS_INLINE is always inlined; WS_FUNCTION leaves that to the optimizer.
#define WS_INLINE static __inline__ __attribute__((device, always_inline, nodebug))
#define WS_FUNCTION static __inline__ __attribute__((device, nodebug))

typedef __SIZE_TYPE__ size_t;
