// A tile of two warps votes; synchronization of the vote is internal to the library.
// launch: grid 1 block 128
// out: zero
// compiler: nvrtc
// expect: nothing
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ cg::block_tile_memory<128> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    int any = tile.any(data[threadIdx.x] == n);
    out[threadIdx.x] = any + tile.all(any != 0);
}
