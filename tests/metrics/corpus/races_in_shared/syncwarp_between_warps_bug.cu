// Two warps exchange values with __syncwarp().
// launch: grid 1 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    tile[threadIdx.x] = data[i]; // OTHER
    __syncwarp();
    out[i] = tile[63 - threadIdx.x]; // FINDING
}
