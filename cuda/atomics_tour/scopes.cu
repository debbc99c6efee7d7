// Each thread adds its value to its block's sum and to two sums of the whole grid. It records the three old values.
__global__ void scopes(unsigned* old, unsigned* per_block, unsigned* result, const unsigned* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned value = values[i];
        // Only threads of this block add to this number, so block scope is enough.
        old[0 * n + i] = atomicAdd_block(&per_block[blockIdx.x], value);
        old[1 * n + i] = atomicAdd(&result[0], value);
        old[2 * n + i] = atomicAdd_system(&result[1], value); // also atomic for the CPU and other GPUs
    }
}
