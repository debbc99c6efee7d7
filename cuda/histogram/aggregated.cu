// Each thread counts runs of equal values in a register and adds each run to its bin with one atomic.
__global__ void aggregated_histogram(unsigned int* histogram, const unsigned char* data, int n) {
    __shared__ unsigned int copy[NUM_BINS];
    for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        copy[bin] = 0;
    }
    __syncthreads();

    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int last_bin = -1;
    unsigned int run = 0;
    for (int i = thread; i < n; i += threads) {
        int bin = data[i] * NUM_BINS / 256;
        if (bin == last_bin) {
            ++run;
        } else {
            if (run > 0) {
                atomicAdd(&copy[last_bin], run);
            }
            last_bin = bin;
            run = 1;
        }
    }
    if (run > 0) {
        atomicAdd(&copy[last_bin], run);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        if (copy[bin] > 0) {
            atomicAdd(&histogram[bin], copy[bin]);
        }
    }
}
