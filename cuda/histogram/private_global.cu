// Each thread counts one value in its block's own copy of the histogram; at the end, every block adds its copy to the
// result.
__global__ void private_global_histogram(unsigned int* histogram, unsigned int* copies, const unsigned char* data,
                                         int n) {
    unsigned int* copy = copies + blockIdx.x * NUM_BINS;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int bin = data[i] * NUM_BINS / 256;
        atomicAdd(&copy[bin], 1);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        unsigned int count = copy[bin];
        if (count > 0) {
            atomicAdd(&histogram[bin], count);
        }
    }
}
