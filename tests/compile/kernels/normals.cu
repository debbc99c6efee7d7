// Normal numbers of <curand_kernel.h> beside the random words that they are made of: 16 numbers a thread.
#include <curand_kernel.h>

template<class State>
__device__ void normals(double* out) {
    State state;
    curand_init(2024, threadIdx.x, 0, &state);
    out += 16 * threadIdx.x;
    State ahead = state;
    for (int k = 0; k < 8; ++k) *out++ = curand(&ahead);
    ahead = state;
    *out++ = curand_normal(&ahead);
    *out++ = curand_normal(&ahead);
    const float2 two = curand_normal2(&ahead);
    *out++ = two.x;
    *out++ = two.y;
    *out++ = curand_normal_double(&ahead);
    *out++ = curand_normal_double(&ahead);
    ahead = state;
    *out++ = curand_log_normal(&ahead, 1.0f, 0.5f);
    *out++ = curand_log_normal_double(&state, 1.0, 0.5);
}
extern "C" __global__ void xorwow(double* out) { normals<curandState>(out); }
extern "C" __global__ void philox(double* out) { normals<curandStatePhilox4_32_10_t>(out); }

/// Four at once are two and two.
extern "C" __global__ void fours(double* out) {
    curandStatePhilox4_32_10_t state, same;
    curand_init(5, threadIdx.x, threadIdx.x % 4, &state);
    same = state;
    const float4 four = curand_normal4(&state);
    const float2 first = curand_normal2(&same), second = curand_normal2(&same);
    out += 4 * threadIdx.x;
    *out++ = four.x - first.x;
    *out++ = four.y - first.y;
    *out++ = four.z - second.x;
    *out++ = four.w - second.y;
}
