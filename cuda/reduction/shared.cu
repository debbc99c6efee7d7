// Each thread copies two elements into shared memory, where the block adds them up as in the convergent version.
__global__ void shared_sum(float* output, const float* input, int n) {
    extern __shared__ float partial[];  // 2 * blockDim.x elements
    int segment = 2 * blockDim.x * blockIdx.x;
    int count = min((int)(2 * blockDim.x), n - segment);

    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        partial[i] = input[segment + i];
    }
    __syncthreads();

    int i = threadIdx.x;
    while (count > 1) {
        int stride = (count + 1) / 2;
        if (i + stride < count) {
            partial[i] += partial[i + stride];
        }
        __syncthreads();
        count = stride;
    }
    if (threadIdx.x == 0) {
        atomicAdd(output, partial[0]);
    }
}
