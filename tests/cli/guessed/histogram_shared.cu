// Counts bytes in shared memory, then adds the counts to the result.
#define NUM_BINS 256

__global__ void histogramShared(const unsigned char* input, unsigned int* bins, unsigned int num_elements) {
    __shared__ unsigned int local[NUM_BINS];
    for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) local[b] = 0;
    __syncthreads();
    // Faulty version: // no barrier
    unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < num_elements) atomicAdd(&local[input[tid]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}
