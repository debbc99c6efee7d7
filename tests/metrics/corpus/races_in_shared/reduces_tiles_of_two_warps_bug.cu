// A tile of two warps computes a sum, and other tiles read its result in shared memory without a barrier.
// launch: grid 4 block 256
// out: zero
// compiler: nvrtc
// expect: race_shared
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cg::block_tile_memory<256> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    __shared__ int sums[4];
    auto tile = cg::tiled_partition<64>(block);
    int v = data[blockIdx.x * blockDim.x + threadIdx.x];
    int sum = cg::reduce(tile, v, cg::plus<int>());
    if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum; // MAYBE OTHER
    out[blockIdx.x * blockDim.x + threadIdx.x] = sums[(threadIdx.x / 64 + 1) % 4]; // MAYBE OTHER
}
