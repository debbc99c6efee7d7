// Each thread scans COARSE_FACTOR neighboring elements, the block scans the threads' sums, and each thread adds the sum
// of all elements before its own.
__global__ void coarsened_scan(float* output, const float* input, int n) {
    __shared__ float section[SECTION_SIZE * COARSE_FACTOR];
    __shared__ float sums[SECTION_SIZE];  // one per thread
    int start = blockIdx.x * SECTION_SIZE * COARSE_FACTOR;

    // Threads load adjacent elements so that the loads are coalesced, although each thread then scans its own part.
    for (int c = 0; c < COARSE_FACTOR; ++c) {
        int k = c * SECTION_SIZE + threadIdx.x;
        section[k] = start + k < n ? input[start + k] : 0.0f;
    }
    __syncthreads();

    // Phase 1: each thread scans its own part.
    int first = threadIdx.x * COARSE_FACTOR;
    for (int c = 1; c < COARSE_FACTOR; ++c) {
        section[first + c] += section[first + c - 1];
    }
    sums[threadIdx.x] = section[first + COARSE_FACTOR - 1];

    // Phase 2: the block scans the threads' sums as Kogge-Stone does.
    for (int stride = 1; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads();
        float sum = sums[threadIdx.x];
        if (threadIdx.x >= stride) {
            sum += sums[threadIdx.x - stride];
        }
        __syncthreads();
        sums[threadIdx.x] = sum;
    }
    __syncthreads();

    // Phase 3: add the sum of everything before the thread's own part.
    if (threadIdx.x > 0) {
        for (int c = 0; c < COARSE_FACTOR; ++c) {
            section[first + c] += sums[threadIdx.x - 1];
        }
    }
    __syncthreads();
    for (int c = 0; c < COARSE_FACTOR; ++c) {
        int k = c * SECTION_SIZE + threadIdx.x;
        if (start + k < n) {
            output[start + k] = section[k];
        }
    }
}
