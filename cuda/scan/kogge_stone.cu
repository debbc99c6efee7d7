// Each thread adds the element `stride` places to its left; the stride doubles in every step.
__global__ void kogge_stone_scan(float* output, const float* input, int n) {
    __shared__ float section[SECTION_SIZE];
    int i = blockIdx.x * SECTION_SIZE + threadIdx.x;

    if (i < n) {
        section[threadIdx.x] = input[i];
    }
    for (int stride = 1; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads();  // the sums of the previous step are complete
        float sum = 0.0f;
        if (threadIdx.x >= stride && i < n) {
            sum = section[threadIdx.x] + section[threadIdx.x - stride];
        }
        __syncthreads();  // all threads have read; now the section may change
        if (threadIdx.x >= stride && i < n) {
            section[threadIdx.x] = sum;
        }
    }
    if (i < n) {
        output[i] = section[threadIdx.x];
    }
}
