// The first warp sums up all data without __syncwarp() between the steps; a block barrier must not be in its branch.
// launch: grid 2 block 64
// out: zero
// expect: missing_syncwarp
// says: put __syncwarp() between the two accesses
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int partial[64];
    partial[threadIdx.x] = data[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int step = 32; step > 0; step /= 2)
            if (threadIdx.x < step) partial[threadIdx.x] += partial[threadIdx.x + step]; // FINDING OTHER
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = partial[0];
}
