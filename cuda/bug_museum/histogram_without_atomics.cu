// Each thread counts one value. Two threads that load the same count both add one to it, and one of the two is lost.
__global__ void histogram_without_atomics(unsigned int* histogram, const unsigned char* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        histogram[data[i]] += 1;  // BUG: needs atomicAdd
    }
}
