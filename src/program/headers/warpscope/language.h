// CUDA's keywords in host code without the CUDA Toolkit.
#pragma once

#if defined(__CUDA__)
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Global __managed__ variables are already replaced; __managed__ variables in namespaces fail to compile.
#define __managed__                                                                                                    \
    _Pragma("GCC error \"this variable with __managed__ is built by nvcc only; cudaMallocManaged() gives such memory\"")
#define __launch_bounds__(...)
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#else
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#endif
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define CUDART_CB
#define CUDARTAPI

typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
