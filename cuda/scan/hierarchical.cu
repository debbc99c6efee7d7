// Scans the block's values in shared memory. Returns the sum of all values up to the thread's own.
__device__ float scan_block(float value) {
    __shared__ float section[SECTION_SIZE];

    section[threadIdx.x] = value;
    for (int stride = 1; stride < SECTION_SIZE; stride *= 2) {
        __syncthreads();
        if (threadIdx.x >= stride) {
            value += section[threadIdx.x - stride];
        }
        __syncthreads();
        section[threadIdx.x] = value;
    }
    return value;
}

// Launch 1: each thread sums its section up to its own element; the last thread also stores the section's sum.
__global__ void scan_sections(float* output, float* sums, const float* input, int n) {
    int i = blockIdx.x * SECTION_SIZE + threadIdx.x;
    float sum = scan_block(i < n ? input[i] : 0.0f);

    if (i < n) {
        output[i] = sum;
    }
    if (threadIdx.x == SECTION_SIZE - 1) {
        sums[blockIdx.x] = sum;
    }
}

// Launch 2: one block scans the sections' sums, SECTION_SIZE of them at a time.
__global__ void scan_sums(float* sums, int count) {
    __shared__ float total;
    float before = 0.0f;  // sum of everything left of the current part

    for (int first = 0; first < count; first += SECTION_SIZE) {
        int i = first + threadIdx.x;
        float sum = before + scan_block(i < count ? sums[i] : 0.0f);
        if (i < count) {
            sums[i] = sum;
        }
        if (threadIdx.x == SECTION_SIZE - 1) {
            total = sum;
        }
        __syncthreads();
        before = total;
    }
}

// Launch 3: each thread adds the sum of all earlier sections to its element.
__global__ void add_sums(float* output, const float* sums, int n) {
    int i = blockIdx.x * SECTION_SIZE + threadIdx.x;

    if (blockIdx.x > 0 && i < n) {
        output[i] += sums[blockIdx.x - 1];
    }
}
