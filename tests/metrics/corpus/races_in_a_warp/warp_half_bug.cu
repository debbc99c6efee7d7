// Half a warp reads values of the other half, which does not synchronize with it.
// launch: grid 1 block 32
// out: zero
// expect: missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int part[32];
    int lane = threadIdx.x;
    part[lane] = data[lane];
    if (lane < 16) {
        __syncwarp(0x0000ffff);
        out[lane] = part[31 - lane]; // FINDING
    } else {
        out[lane] = n;
    }
}
