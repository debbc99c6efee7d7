// The halo on both sides of a tile is written.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[66];
    tile[threadIdx.x + 1] = data[i];
    if (threadIdx.x == 0) tile[0] = i > 0 ? data[i - 1] : 0;
    if (threadIdx.x == 63) tile[65] = data[i + 1];
    __syncthreads();
    out[i] = tile[threadIdx.x] + tile[threadIdx.x + 2];
}
