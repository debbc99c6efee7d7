// Each thread counts COARSE_FACTOR consecutive values.
__global__ void coarsened_contiguous_histogram(unsigned int* histogram, const unsigned char* data, int n) {
    __shared__ unsigned int copy[NUM_BINS];
    for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        copy[bin] = 0;
    }
    __syncthreads();

    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int first = thread * COARSE_FACTOR;
    for (int i = first; i < min(first + COARSE_FACTOR, n); ++i) {
        int bin = data[i] * NUM_BINS / 256;
        atomicAdd(&copy[bin], 1);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        if (copy[bin] > 0) {
            atomicAdd(&histogram[bin], copy[bin]);
        }
    }
}
