// Each thread loads and stores two elements. A tree of additions computes partial sums; a second tree distributes them.
__global__ void brent_kung_scan(float* output, const float* input, int n) {
    __shared__ float section[SECTION_SIZE];
    int start = blockIdx.x * SECTION_SIZE;

    for (int k = threadIdx.x; k < SECTION_SIZE; k += blockDim.x) {
        section[k] = start + k < n ? input[start + k] : 0.0f;
    }
    int stride = 1;
    for (; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads();
        int k = (threadIdx.x + 1) * 2 * stride - 1;
        if (k < SECTION_SIZE) {
            section[k] += section[k - stride];
        }
    }
    for (stride /= 4; stride > 0; stride /= 2) {
        __syncthreads();
        int k = (threadIdx.x + 1) * 2 * stride - 1;
        if (k + stride < SECTION_SIZE) {
            section[k + stride] += section[k];
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < SECTION_SIZE; k += blockDim.x) {
        if (start + k < n) {
            output[start + k] = section[k];
        }
    }
}
