// Returns a number that looks random but depends only on v.
__device__ unsigned scramble(unsigned v) {
    v = (v ^ (v >> 16)) * 0x9e3779b1u;
    v = (v ^ (v >> 15)) * 0x9e3779b1u;
    return v ^ (v >> 16);
}

// Returns whether sample i is inside the quarter circle. Integers keep the answer exact.
__device__ bool is_hit(unsigned i, unsigned seed) {
    unsigned random = scramble(i + scramble(seed));
    unsigned x = random & 0x7fff; // x and y have 15 bits: 0 to 32767
    unsigned y = random >> 17;
    return x * x + y * y < 32768u * 32768u;
}

// Each thread draws one point; the block adds up the hits, and its first thread adds the sum to the count.
__global__ void monte_carlo_pi(unsigned* hits, int samples, int seed) {
    extern __shared__ unsigned partial[]; // one number per thread
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    partial[t] = i < samples && is_hit(i, seed);

    // In every step, the lower half adds the upper half. If the count is odd, the middle element stays unchanged.
    for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
        int half = (count + 1) / 2;
        __syncthreads();
        if (t + half < count)
            partial[t] += partial[t + half];
    }

    if (t == 0)
        atomicAdd(hits, partial[0]);
}
