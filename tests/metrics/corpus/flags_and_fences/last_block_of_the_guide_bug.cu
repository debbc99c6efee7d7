// The last block sums up as in the CUDA guide, but no fence separates a block's volatile sum from the atomic count that
// follows. A barrier passes the result of the count to all threads.
// launch: grid 8 block 64
// out: zero
// expect: race_global
__device__ unsigned int count;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ bool is_last;
    volatile int* result = out;
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < 64; ++k) sum += data[blockIdx.x * 64 + k];
        result[blockIdx.x] = sum; // MAYBE OTHER
        is_last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int total = 0;
        for (int k = 0; k < gridDim.x; ++k) total += result[k]; // FINDING OTHER
        result[0] = total; // MAYBE
        count = 0;
    }
}
