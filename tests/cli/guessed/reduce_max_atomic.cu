// Finds the maximum with one atomic per block.
__global__ void maxKernel(const int* values, int* result, int size) {
    __shared__ int best;
    if (threadIdx.x == 0) best = -2147483647;
    __syncthreads();
    // Faulty version: // no barrier
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size) atomicMax(&best, values[i]);
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(result, best);
}
