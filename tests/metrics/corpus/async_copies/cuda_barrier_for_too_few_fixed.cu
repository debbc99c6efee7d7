// 64 threads use a cuda::barrier that is initialized for 64 arrivals.
// launch: grid 1 block 64
// out: zero
// expect: nothing
#include <cuda/barrier>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int box[64];
    if (threadIdx.x == 0) init(&bar, 64);
    __syncthreads();
    box[threadIdx.x] = n + threadIdx.x;
    bar.arrive_and_wait();
    out[threadIdx.x] = box[63 - threadIdx.x];
}
