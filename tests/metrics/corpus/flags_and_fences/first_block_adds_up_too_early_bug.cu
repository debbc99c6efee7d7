// The first block sums up data of all blocks after a grid barrier that waits for all blocks but one.
// launch: grid 8 block 32
// out: zero
// expect: race_global
__device__ int arrived;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    data[1000 + blockIdx.x * 32 + threadIdx.x] = threadIdx.x; // MAYBE OTHER
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x - 1) {}
        __threadfence();
    }
    __syncthreads();
    if (blockIdx.x != 0) return;
    int sum = 0;
    for (int block = 0; block < gridDim.x; ++block)
        sum += data[1000 + block * 32 + threadIdx.x]; // FINDING OTHER
    out[threadIdx.x] = sum;
}
