// Random numbers of <curand_kernel.h>. The threads start far from each other in a generator's sequence.
#include <curand_kernel.h>

__device__ unsigned folded(unsigned v) { return v; }
__device__ unsigned folded(float v) { return __float_as_uint(v); }
__device__ unsigned folded(double v) { return __double2hiint(v) ^ __double2loint(v) * 3; }
template<class T>
__device__ auto folded(T v) -> decltype(folded(v.w)) {
    return ((folded(v.x) * 31 + folded(v.y)) * 31 + folded(v.z)) * 31 + folded(v.w);
}
__device__ unsigned folded(double2 v) { return folded(v.x) * 31 + folded(v.y); }

#define KERNEL(name, State, seed, sequence, offset, ...)                                                               \
    extern "C" __global__ void name(unsigned* out) {                                                                   \
        const unsigned i = threadIdx.x;                                                                                \
        [[maybe_unused]] const unsigned long long wide = i * 0x9e3779b97f4a7c15ull >> (i & 63);                        \
        State state;                                                                                                   \
        curand_init(seed, sequence, offset, &state);                                                                   \
        unsigned sum = 0;                                                                                              \
        for (int k = 0; k < 9; ++k) sum = sum * 0x01000193 ^ folded(__VA_ARGS__);                                      \
        out[i] = sum;                                                                                                  \
    }
#define BOTH(name, seed, sequence, offset, ...)                                                                        \
    KERNEL(xorwow_##name, curandState, seed, sequence, offset, __VA_ARGS__)                                            \
    KERNEL(philox_##name, curandStatePhilox4_32_10_t, seed, sequence, offset, __VA_ARGS__)
#define PHILOX(name, ...) KERNEL(philox_##name, curandStatePhilox4_32_10_t, 77, i, i % 5, __VA_ARGS__)

BOTH(seeds, wide, 0, 0, curand(&state))
BOTH(sequences, 1234, i, 0, curand(&state))
BOTH(far_sequences, 1234, wide, 0, curand(&state))
BOTH(offsets, 1234, 0, i, curand(&state))
BOTH(far_offsets, 1234, 5, wide, curand(&state))
BOTH(ahead, 42, 0, 3, (skipahead(i, &state), skipahead_sequence(k % 3, &state), curand(&state)))
BOTH(uniform, 99, i, 1, curand_uniform(&state))
BOTH(uniform_double, 99, i, 2, curand_uniform_double(&state))
PHILOX(four, curand4(&state))
PHILOX(mixed, (k % 2 == 0 ? curand(&state) : folded(curand4(&state))))
PHILOX(uniform4, curand_uniform4(&state))
PHILOX(uniform2_double, curand_uniform2_double(&state))
PHILOX(uniform4_double, [&] {
    const auto v = curand_uniform4_double(&state);
    return folded(make_double2(v.x, v.y)) + 7 * folded(make_double2(v.z, v.w));
}())
