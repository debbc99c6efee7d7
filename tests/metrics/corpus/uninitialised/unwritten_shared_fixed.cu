// The border of a tile is filled with zeros.
// launch: grid 4 block 64
// out: unwritten
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[66];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x + 1] = data[i];
    if (threadIdx.x < 2) tile[threadIdx.x * 65] = 0;
    __syncthreads();
    out[i] = tile[threadIdx.x] + tile[threadIdx.x + 2];
}
