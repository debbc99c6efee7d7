// The first warp sums up all data with __syncwarp() between the steps.
// launch: grid 2 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int partial[64];
    partial[threadIdx.x] = data[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int step = 32; step > 0; step /= 2) {
            if (threadIdx.x < step) partial[threadIdx.x] += partial[threadIdx.x + step];
            __syncwarp();
        }
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = partial[0];
}
