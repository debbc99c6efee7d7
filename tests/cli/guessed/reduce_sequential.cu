// Sums blocks with sequential addressing and a bounds check.
__global__ void reduceSum(const float* input, float* partialSums, unsigned int n) {
    __shared__ float cache[256];
    unsigned int gid = blockIdx.x * blockDim.x + threadIdx.x;
    cache[threadIdx.x] = gid < n ? input[gid] : 0.0f;
    __syncthreads();
    for (int offset = blockDim.x / 2; offset > 0; offset >>= 1) {
        if (threadIdx.x < offset) cache[threadIdx.x] += cache[threadIdx.x + offset];
        __syncthreads();
        // Faulty version: // no barrier
    }
    if (threadIdx.x == 0) partialSums[blockIdx.x] = cache[0];
}
