// Each barrier waits for two of four warps, but all four use the tile.
// launch: grid 1 block 128
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[128];
    int pair = threadIdx.x / 64;
    tile[threadIdx.x] = data[i]; // OTHER
    if (pair == 0) asm volatile("bar.sync 1, 64;" ::: "memory");
    if (pair == 1) asm volatile("bar.sync 2, 64;" ::: "memory");
    out[i] = tile[127 - threadIdx.x]; // FINDING
}
