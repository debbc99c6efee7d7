// Two warps wait at two different barriers.
// launch: grid 1 block 64
// out: zero
// expect: barrier_divergence
// says: different
extern "C" __global__ void kernel(int* data, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int tile[64];
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = data[i];
        __syncthreads(); // OTHER
    } else {
        tile[threadIdx.x] = data[i] + n;
        __syncthreads(); // FINDING OTHER
    }
    out[i] = tile[63 - threadIdx.x];
}
