// The mask has the whole warp; sums of lanes from 24 on are discarded after a grid barrier.
// launch: grid 3 block 32 shared 0 cooperative
// out: zero
// expect: nothing
#include <cooperative_groups.h>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int sum = data[threadIdx.x] + n;
    sum += __shfl_down_sync(0xffffffffu, sum, 8);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x < 24) out[blockIdx.x * 32 + threadIdx.x] = sum;
}
