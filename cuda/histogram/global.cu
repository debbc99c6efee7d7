// Each thread reads one value and counts it with an atomic in the one histogram that all threads share.
__global__ void global_histogram(unsigned int* histogram, const unsigned char* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int bin = data[i] * NUM_BINS / 256;
        atomicAdd(&histogram[bin], 1);
    }
}
