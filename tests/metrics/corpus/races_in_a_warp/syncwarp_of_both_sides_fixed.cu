// Both sides of a branch synchronize before they read each other's data.
// launch: grid 1 block 32
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int tile[32];
    int value;
    if (threadIdx.x & 1) {
        tile[threadIdx.x] = data[threadIdx.x];
        __syncwarp();
        value = tile[threadIdx.x ^ 1] + n;
        out[64 + threadIdx.x] = n;
    } else {
        tile[threadIdx.x] = data[threadIdx.x] * 2;
        __syncwarp();
        value = tile[threadIdx.x ^ 1];
        out[96 + threadIdx.x] = n;
    }
    out[threadIdx.x] = value;
}
