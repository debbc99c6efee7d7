// Thread i adds element i + stride to element i. The stride is half the remaining count, so busy threads are adjacent.
__global__ void convergent_sum(float* output, float* input, int n) {
    int segment = 2 * blockDim.x * blockIdx.x;
    int count = min((int)(2 * blockDim.x), n - segment);
    int i = threadIdx.x;

    while (count > 1) {
        int stride = (count + 1) / 2;  // rounded up so that an odd count loses no element
        if (i + stride < count) {
            input[segment + i] += input[segment + i + stride];
        }
        __syncthreads();
        count = stride;
    }
    if (threadIdx.x == 0) {
        atomicAdd(output, input[segment]);
    }
}
