// Qualifiers of functions and variables.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
// Kept and not taken for 0 where the file itself stores nothing in it: a static one gets its values from outside, too.
#define __constant__ __attribute__((constant, used))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__

// Functions of the prelude: small ones that vanish into the caller, and those left to the optimiser.
#define WS_INLINE static __inline__ __attribute__((device, always_inline, nodebug))
#define WS_FUNCTION static __inline__ __attribute__((device, nodebug))

typedef __SIZE_TYPE__ size_t;
