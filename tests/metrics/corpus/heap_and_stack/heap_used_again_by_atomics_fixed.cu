// Blocks allocate and free memory in turn, and all threads count in it; previous owners do not matter.
// launch: grid 4 block 64
// out: zero
// expect: nothing
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int* counts;
    for (int round = 0; round < 6; ++round) {
        if (threadIdx.x == 0) counts = static_cast<int*>(malloc(1 << 20));
        __syncthreads();
        if (counts == nullptr) return;
        counts[threadIdx.x] = 0;
        __syncthreads();
        atomicAdd(&counts[threadIdx.x * n % 64], data[threadIdx.x]);
        __syncthreads();
        atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
        __syncthreads();
        if (threadIdx.x == 0) free(counts);
        __syncthreads();
    }
}
