// Each block adds up its part in shared memory, and its first thread adds that sum to the result.
__global__ void block_sums(float* output, const float* input, int n) {
    __shared__ float part[BLOCK_DIM];
    int i = blockIdx.x * BLOCK_DIM + threadIdx.x;

    part[threadIdx.x] = i < n ? input[i] : 0.0f;
    for (int stride = BLOCK_DIM / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) {
            part[threadIdx.x] += part[threadIdx.x + stride];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(output, part[0]);
    }
}
