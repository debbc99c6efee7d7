// The border of a tile is never filled.
// launch: grid 4 block 64
// out: unwritten
// expect: uninitialised_read
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[66];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x + 1] = data[i];
    __syncthreads();
    out[i] = tile[threadIdx.x] + tile[threadIdx.x + 2]; // FINDING
}
