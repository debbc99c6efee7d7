// Half a warp exchanges values within itself.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int part[32];
    int lane = threadIdx.x;
    part[lane] = data[lane];
    if (lane < 16) {
        __syncwarp(0x0000ffff);
        out[lane] = part[15 - lane];
    } else {
        out[lane] = n;
    }
}
