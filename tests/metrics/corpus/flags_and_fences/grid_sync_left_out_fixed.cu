// Blocks read data of others in every round, with grid.sync() before and after.
// launch: grid 7 block 32 shared 0 cooperative
// out: zero
// expect: nothing
#include <cooperative_groups.h>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < n; ++round) {
        out[i] = data[i] + round;
        grid.sync();
        int other = out[(i + 32) % (gridDim.x * 32)];
        grid.sync();
        data[i] = other;
    }
}
