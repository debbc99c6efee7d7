// Each thread changes one bit in each of three words that the whole grid shares, and stores the words' old values.
__global__ void bitwise(unsigned* old, unsigned* result, const unsigned* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned bit = 1u << (values[i] % 32);
        old[0 * n + i] = atomicAnd(&result[0], ~bit); // clear it
        old[1 * n + i] = atomicOr(&result[1], bit);   // set it
        old[2 * n + i] = atomicXor(&result[2], bit);  // flip it
    }
}
