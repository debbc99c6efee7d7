// The last thread of each block reads a cell that another block overwrites.
// launch: grid 4 block 64
// out: zero
// expect: race_global
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[65];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[i];
    if (threadIdx.x == 63) tile[64] = data[i + 1]; // OTHER
    __syncthreads();
    data[i] = tile[threadIdx.x + 1]; // FINDING
}
