// Thread t adds a neighbor to element 2 * t. In each step, the neighbor's distance doubles and fewer threads are busy.
__global__ void simple_sum(float* output, float* input, int n) {
    int segment = 2 * blockDim.x * blockIdx.x;
    int count = min((int)(2 * blockDim.x), n - segment);
    int i = 2 * threadIdx.x;

    for (int stride = 1; stride < count; stride *= 2) {
        if (threadIdx.x % stride == 0 && i + stride < count) {
            input[segment + i] += input[segment + i + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(output, input[segment]);
    }
}
