// Counts bytes with atomics in global memory.
__global__ void histo_kernel(unsigned char *buffer, long size, unsigned int *histo) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
    // Faulty version: while (i <= size) {
        atomicAdd(&(histo[buffer[i]]), 1);
        i += stride;
    }
}
