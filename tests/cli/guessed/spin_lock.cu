// Adds to a sum under a lock, one thread per block.
__global__ void lockedSum(const int* in, int* sum, int* mutex, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0 && i < n) {
        while (atomicCAS(mutex, 0, 1) != 0) {}
        // Faulty version: // no lock
        __threadfence();
        *sum += in[i];
        __threadfence();
        atomicExch(mutex, 0);
    }
}
