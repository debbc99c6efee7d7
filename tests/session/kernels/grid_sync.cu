#include <cooperative_groups.h>

extern "C" __global__ void recorded(int* out, const int* in, unsigned*, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
    cooperative_groups::this_grid().sync();
    const int mirrored = i < n ? out[n - 1 - i] : 0;
    cooperative_groups::this_grid().sync();
    if (i < n) out[i] = mirrored + 1;
}
