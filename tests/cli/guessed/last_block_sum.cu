// Lets the last block add the sums of all blocks.
__device__ unsigned int blocksDone = 0;

__global__ void sumSinglePass(const float* g_in, volatile float* partial, float* g_out, unsigned int n) {
    __shared__ float cache[128];
    __shared__ bool isLast;
    float t = 0;
    for (unsigned int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) t += g_in[i];
    cache[threadIdx.x] = t;
    __syncthreads();
    for (int s = 64; s > 0; s >>= 1) {
        if (threadIdx.x < s) cache[threadIdx.x] += cache[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = cache[0];
        __threadfence();
        // Faulty version: // no fence
        isLast = atomicInc(&blocksDone, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (isLast && threadIdx.x == 0) {
        float sum = 0;
        for (unsigned int b = 0; b < gridDim.x; ++b) sum += partial[b];
        *g_out = sum;
    }
}
