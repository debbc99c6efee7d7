// There is no atomic multiplication, but compare-and-swap can make one. Returns the old value like the others.
__device__ unsigned atomic_multiply(unsigned* address, unsigned factor) {
    unsigned expected = 1; // a first guess
    for (;;) {
        unsigned found = atomicCAS(address, expected, expected * factor);
        if (found == expected)
            return found; // nobody came in between: the product is in place
        expected = found; // try again with what is there now
    }
}

// Each thread leaves its number, tries to claim a place, and multiplies a product, and keeps what it found.
__global__ void exchange(unsigned* old, unsigned* last, unsigned* claim, unsigned* product, const unsigned* values,
                         int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        old[0 * n + i] = atomicExch(last, i + 1);
        old[1 * n + i] = atomicCAS(claim, 0u, i + 1); // 0: the place is free
        old[2 * n + i] = atomic_multiply(product, 2 * values[i] + 1);
    }
}
