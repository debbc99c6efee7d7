// In a grid of k threads, each counts every k-th value. So in each round, neighboring threads load neighboring values.
__global__ void coarsened_interleaved_histogram(unsigned int* histogram, const unsigned char* data, int n) {
    __shared__ unsigned int copy[NUM_BINS];
    for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        copy[bin] = 0;
    }
    __syncthreads();

    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int i = thread; i < n; i += threads) {
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
