// Each barrier waits for a pair of warps, and each pair uses its own half of the tile.
// launch: grid 1 block 128
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[128];
    int pair = threadIdx.x / 64;
    tile[threadIdx.x] = data[i];
    if (pair == 0) asm volatile("bar.sync 1, 64;" ::: "memory");
    if (pair == 1) asm volatile("bar.sync 2, 64;" ::: "memory");
    out[i] = tile[pair * 128 + 63 - threadIdx.x];
}
