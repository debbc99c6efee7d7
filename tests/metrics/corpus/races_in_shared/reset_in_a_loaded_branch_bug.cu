// Threads count into a list, and those that find it full reset the counter. Loaded values decide which threads count.
// launch: grid 1 block 64
// out: zero
// expect: race_shared
// says: use an atomic, or a barrier that all threads reach
extern "C" __global__ void kernel(int* data, int* out, int n) {
    __shared__ int size;
    if (threadIdx.x == 0) size = 0;
    __syncthreads();
    for (int k = 0; k < data[threadIdx.x % 4]; ++k)
        if (atomicAdd(&size, 1) >= n) // OTHER
            size = n;                 // FINDING
    __syncthreads();
    if (threadIdx.x == 0) out[0] = size;
}
