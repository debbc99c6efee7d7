// Half a warp adds values of lanes outside the mask; the sum is stored after a grid barrier.
// launch: grid 3 block 32 shared 0 cooperative
// out: zero
// expect: uninitialised_read
// at: block 0 thread 8
#include <cooperative_groups.h>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int sum = data[threadIdx.x] + n;
    if (threadIdx.x < 16) sum += __shfl_down_sync(0x0000ffffu, sum, 8); // FINDING
    cooperative_groups::this_grid().sync();
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
