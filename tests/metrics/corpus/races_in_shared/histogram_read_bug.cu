// Threads read bins while others still count.
// launch: grid 4 block 64
// out: zero
// expect: race_shared
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int bins[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[data[i] % 64 * 7 % 64], 1);
    out[i] = bins[threadIdx.x]; // FINDING
}
