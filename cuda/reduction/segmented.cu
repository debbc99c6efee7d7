// Each thread adds two elements of its block's segment during the load; then the block sums one value per thread.
__global__ void segmented_sum(float* output, const float* input, int n) {
    extern __shared__ float partial[];  // blockDim.x elements
    int segment = 2 * blockDim.x * blockIdx.x;
    int i = segment + threadIdx.x;

    float sum = 0.0f;
    if (i < n) sum = input[i];
    if (i + blockDim.x < n) sum += input[i + blockDim.x];
    partial[threadIdx.x] = sum;
    __syncthreads();

    int count = blockDim.x;
    while (count > 1) {
        int stride = (count + 1) / 2;
        if (threadIdx.x + stride < count) {
            partial[threadIdx.x] += partial[threadIdx.x + stride];
        }
        __syncthreads();
        count = stride;
    }
    if (threadIdx.x == 0) {
        atomicAdd(output, partial[0]);
    }
}
