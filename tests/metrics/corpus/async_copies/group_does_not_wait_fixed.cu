// A block copies its tile cooperatively and waits for the copies.
// launch: grid 2 block 64
// out: zero
// expect: nothing
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[64];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, data + blockIdx.x * 64, sizeof(tile));
    cg::wait(block);
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
