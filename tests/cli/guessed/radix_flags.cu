// Counts zero bits per block for a radix sort.
__global__ void countZeroBits(const unsigned int* keys, unsigned int* zeros, int numKeys, int bit) {
    __shared__ unsigned int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < numKeys && ((keys[i] >> bit) & 1) == 0) atomicAdd(&total, 1u);
    // Faulty version: if (i < numKeys && ((keys[i] >> bit) & 1) == 0) total++;
    __syncthreads();
    if (threadIdx.x == 0) zeros[blockIdx.x] = total;
}
