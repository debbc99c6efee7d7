// In each round, blocks read data of other blocks. Without grid.sync() afterward, a fast block writes the next round.
// launch: grid 7 block 32 shared 0 cooperative
// out: zero
// expect: race_global
// says: so put grid.sync() between the two
#include <cooperative_groups.h>
extern "C" __global__ void kernel(int* data, int* out, int n) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < n; ++round) {
        out[i] = data[i] + round; // MAYBE OTHER
        grid.sync();
        int other = out[(i + 32) % (gridDim.x * 32)]; // MAYBE OTHER
        data[i] = other;
    }
}
