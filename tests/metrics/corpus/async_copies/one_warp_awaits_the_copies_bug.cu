// The first warp waits for all copies; the second warp only waits at a barrier that it passes earlier.
// launch: grid 2 block 64
// expect: race_shared
#include <cuda/barrier>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&arrived, 64);
    __syncthreads();
    for (int round = 0; round < n; ++round) {
        cuda::memcpy_async(&tile[threadIdx.x], &data[round * 64 + threadIdx.x], sizeof(int), arrived); // OTHER
        auto phase = arrived.arrive();
        __syncthreads();
        if (threadIdx.x < 32) arrived.wait(static_cast<decltype(phase)&&>(phase));
        out[(blockIdx.x * n + round) * 64 + threadIdx.x] = tile[63 - threadIdx.x]; // FINDING
        __syncthreads();
    }
}
