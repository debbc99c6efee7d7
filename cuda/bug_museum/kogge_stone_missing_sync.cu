// In each step, each thread adds the element `stride` places to its left.
__global__ void kogge_stone_missing_sync(float* output, const float* input, int n) {
    __shared__ float section[SECTION_SIZE];
    int i = blockIdx.x * SECTION_SIZE + threadIdx.x;

    section[threadIdx.x] = i < n ? input[i] : 0.0f;
    for (int stride = 1; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads();
        if (threadIdx.x >= stride) {
            section[threadIdx.x] += section[threadIdx.x - stride];  // BUG: that element may have changed already
        }
    }
    if (i < n) {
        output[i] = section[threadIdx.x];
    }
}
