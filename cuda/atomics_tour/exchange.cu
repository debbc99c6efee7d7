// CUDA has no atomic multiplication; this one uses compare-and-swap. Returns the old value, like CUDA's atomics.
__device__ unsigned atomic_multiply(unsigned* address, unsigned factor) {
    unsigned expected = 1; // a first guess
    for (;;) {
        unsigned found = atomicCAS(address, expected, expected * factor);
        if (found == expected)
            return found; // the value was still the expected one: the product is stored
        expected = found; // try again with the current value
    }
}

// Each thread stores its number, tries to claim a slot, and multiplies a product. It records the three old values.
__global__ void exchange(unsigned* old, unsigned* last, unsigned* claim, unsigned* product, const unsigned* values,
                         int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        old[0 * n + i] = atomicExch(last, i + 1);
        old[1 * n + i] = atomicCAS(claim, 0u, i + 1); // 0: the slot is free
        old[2 * n + i] = atomic_multiply(product, 2 * values[i] + 1);
    }
}
