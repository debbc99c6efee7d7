// Each thread applies six atomic operations to numbers that the whole grid shares, and stores the old values.
__global__ void arithmetic(unsigned* old, unsigned* result, const unsigned* values, unsigned limit, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned value = values[i];
        old[0 * n + i] = atomicAdd(&result[0], value);
        old[1 * n + i] = atomicSub(&result[1], 1u);
        old[2 * n + i] = atomicMin(&result[2], value);
        old[3 * n + i] = atomicMax(&result[3], value);
        old[4 * n + i] = atomicInc(&result[4], limit); // wraps to 0 after limit
        old[5 * n + i] = atomicDec(&result[5], limit); // becomes limit if it was 0 or above limit
    }
}
