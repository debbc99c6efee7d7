// Half of the lanes synchronize, but all exchange values.
// launch: grid 1 block 32
// out: zero
// expect: missing_syncwarp
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[32];
    tile[threadIdx.x] = data[i]; // OTHER
    if (threadIdx.x < 16) __syncwarp(0xffff);
    out[i] = tile[31 - threadIdx.x]; // FINDING
}
