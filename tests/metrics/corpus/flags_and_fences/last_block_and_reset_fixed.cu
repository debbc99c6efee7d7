// The last block sums up and resets the counter. Its threads learn through shared memory that it is the last.
// launch: grid 4 block 64
// out: zero
// expect: nothing
__device__ unsigned count;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ bool is_last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i] + n;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(&count, 1u) == gridDim.x - 1;
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    if (threadIdx.x < 32) {
        int sum = 0;
        for (int k = threadIdx.x; k < gridDim.x * blockDim.x; k += 32) sum += out[k];
        atomicAdd(&out[2000], sum);
        if (threadIdx.x == 0) count = 0;
    }
}
