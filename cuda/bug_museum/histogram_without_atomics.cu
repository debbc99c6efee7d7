// Each thread counts one value.
__global__ void histogram_without_atomics(unsigned int* histogram, const unsigned char* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        histogram[data[i]] += 1;  // BUG: needs atomicAdd
    }
}
