// A copy signals an mbarrier, but no thread waits for it: __syncthreads() does not wait for the copy.
// launch: grid 2 block 64
// expect: race_shared
// says: the mbarrier that this copy notifies does: wait for it first*an mbarrier (cuda::barrier) made for 64 arrivals
#include <cuda/barrier>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    if (threadIdx.x == 0) init(&arrived, 64);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &data[i], sizeof(int), arrived); // OTHER
    __syncthreads();
    out[i] = tile[63 - threadIdx.x]; // FINDING
}
