// A copy signals an mbarrier, and all threads wait for it.
// launch: grid 2 block 64
// expect: nothing
#include <cuda/barrier>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    if (threadIdx.x == 0) init(&arrived, 64);
    __syncthreads();
    cuda::memcpy_async(&tile[threadIdx.x], &data[i], sizeof(int), arrived);
    arrived.arrive_and_wait();
    out[i] = tile[63 - threadIdx.x];
}
