// The busy threads lie beside each other: only the first warp has lanes of both kinds.
__global__ void simple_sum(float* output, float* input, int n) {
    int segment = 2 * blockDim.x * blockIdx.x;
    int count = min((int)(2 * blockDim.x), n - segment);

    for (int stride = 1; stride < count; stride *= 2) {
        int i = 2 * stride * threadIdx.x;
        if (i + stride < count) {
            input[segment + i] += input[segment + i + stride];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(output, input[segment]);
    }
}
