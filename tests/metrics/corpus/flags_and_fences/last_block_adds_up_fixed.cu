// The last block to finish sums up the data of all blocks, with fences.
// launch: grid 4 block 64
// out: zero
// expect: nothing
__device__ unsigned done;
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ bool is_last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = data[i] * 2;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(&done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    int sum = 0;
    for (int block = 0; block < gridDim.x; ++block) sum += out[block * 64 + threadIdx.x];
    data[threadIdx.x] = sum;
}
