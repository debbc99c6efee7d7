// A tile of two warps votes, and the other tile reads its result in shared memory without a barrier.
// launch: grid 1 block 128
// out: zero
// compiler: nvrtc
// expect: race_shared
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cg::block_tile_memory<128> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    __shared__ int votes[2];
    auto tile = cg::tiled_partition<64>(block);
    int any = tile.any(data[threadIdx.x] == n);
    if (tile.thread_rank() == 0) votes[tile.meta_group_rank()] = any;   // MAYBE OTHER
    out[threadIdx.x] = votes[1 - threadIdx.x / 64] + tile.all(any != 0); // MAYBE OTHER
}
