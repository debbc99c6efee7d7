// The size of the tile includes the padding.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int x = threadIdx.x % 8, y = threadIdx.x / 8;
    __shared__ int tile[8 * 9];
    tile[y * 9 + x] = data[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[x * 9 + y];
}
