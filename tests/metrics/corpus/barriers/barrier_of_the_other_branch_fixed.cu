// Two warps wait at the same barrier.
// launch: grid 1 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = data[i];
    } else {
        tile[threadIdx.x] = data[i] + n;
    }
    __syncthreads();
    out[i] = tile[63 - threadIdx.x];
}
