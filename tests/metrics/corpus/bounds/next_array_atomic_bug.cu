// A value beyond the last bin is counted in the next array.
// launch: grid 1 block 64
// out: zero
// expect: out_of_bounds
// says: atomic operation of 4 bytes*'bins' (64 bytes)
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int bins[16];
    __shared__ int sums[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = sums[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[data[threadIdx.x] % 17], 1); // FINDING
    atomicAdd(&sums[data[threadIdx.x] % 16], n);
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x] + sums[threadIdx.x];
}
