// Each thread first adds up 2 * COARSE_FACTOR elements on its own; then the block's tree of additions starts.
__global__ void coarsened_sum(float* output, const float* input, int n) {
    extern __shared__ float partial[];  // blockDim.x elements
    int segment = 2 * COARSE_FACTOR * blockDim.x * blockIdx.x;

    float sum = 0.0f;
    for (int tile = 0; tile < 2 * COARSE_FACTOR; ++tile) {
        int i = segment + tile * blockDim.x + threadIdx.x;  // neighboring threads load neighboring elements
        if (i < n) sum += input[i];
    }
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
