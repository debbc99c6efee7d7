// Normal numbers of <curand_kernel.h> next to the random words that they come from: 16 numbers per thread.
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

/// Returns the kind of number that a thread takes next.
__device__ int kind_of(int thread, int step) { return (thread * 7 + step * step * 3 + step / 2 * thread) % 6; }

/// Stores 48 random words, and 12 numbers of mixed kinds computed from them.
template<class State>
__device__ void mixed(double* out) {
    State state;
    curand_init(7, threadIdx.x, 0, &state);
    State ahead = state;
    out += 60 * threadIdx.x;
    for (int k = 0; k < 48; ++k) *out++ = curand(&ahead);
    for (int k = 0; k < 12; ++k) {
        const double mean = k / 8.0;
        switch (kind_of(threadIdx.x, k)) {
        case 0: *out++ = curand_normal(&state); break;
        case 1: *out++ = curand_log_normal(&state, mean, 0.5f); break;
        case 2: *out++ = curand_normal_double(&state); break;
        case 3: *out++ = curand_log_normal_double(&state, mean, 0.5); break;
        case 4: *out++ = curand_normal2(&state).y; break;
        default: *out++ = curand_log_normal2_double(&state, mean, 0.5).y; break;
        }
    }
}
extern "C" __global__ void mixed_xorwow(double* out) { mixed<curandState>(out); }
extern "C" __global__ void mixed_philox(double* out) { mixed<curandStatePhilox4_32_10_t>(out); }

/// Four numbers at once must equal two pairs.
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
