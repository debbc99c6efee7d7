// Sorts one block in shared memory.
__global__ void bitonicSortShared(int* values) {
    extern __shared__ int s[];
    const unsigned int tid = threadIdx.x;
    s[tid] = values[tid];
    __syncthreads();
    for (unsigned int k = 2; k <= blockDim.x; k *= 2)
        for (unsigned int j = k / 2; j > 0; j /= 2) {
            unsigned int other = tid ^ j;
            if (other > tid && ((tid & k) == 0) == (s[tid] > s[other])) {
                int t = s[tid];
                s[tid] = s[other];
                s[other] = t;
            }
            __syncthreads();
            // Faulty version: // no barrier
        }
    values[tid] = s[tid];
}
