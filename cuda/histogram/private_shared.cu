// Each thread counts one value in its block's copy of the histogram in shared memory, where atomics are fast.
__global__ void private_shared_histogram(unsigned int* histogram, const unsigned char* data, int n) {
    __shared__ unsigned int copy[NUM_BINS];
    for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        copy[bin] = 0;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
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
