// 64 threads use memcpy_async with a cuda::barrier that is initialized for 64 arrivals.
// launch: grid 1 block 64
// out: zero
// expect: nothing
#include <cooperative_groups.h>
#include <cuda/barrier>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    __shared__ int tile[64];
    const auto block = cooperative_groups::this_thread_block();
    if (threadIdx.x == 0) init(&ready, 64);
    tile[threadIdx.x] = 0;
    block.sync();
    cuda::memcpy_async(block, tile, data, sizeof(tile), ready);
    ready.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x] + n;
}
