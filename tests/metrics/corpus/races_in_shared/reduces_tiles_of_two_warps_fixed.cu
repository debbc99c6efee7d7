// A tile of two warps computes a sum by NVIDIA's library. Callers cannot change its internal synchronization.
// launch: grid 4 block 256
// out: zero
// compiler: nvrtc
// expect: nothing
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cg::block_tile_memory<256> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    int v = data[blockIdx.x * blockDim.x + threadIdx.x];
    int sum = cg::reduce(tile, v, cg::plus<int>());
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
