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

// Each block makes its own estimate; each of its threads draws every blockDim.x-th point.
__global__ void monte_carlo_pi(float* pi, int samples, int seed) {
    extern __shared__ unsigned partial[]; // one number per thread
    int t = threadIdx.x;
    int mine = max(1, samples >> (gridDim.x - 1 - blockIdx.x)); // the last block draws all, the block before it half

    unsigned hits = 0;
    for (int i = t; i < mine; i += blockDim.x)
        hits += is_hit(i, seed);
    partial[t] = hits;

    // In every step, the lower half adds the upper half. If the count is odd, the middle element stays unchanged.
    for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
        int half = (count + 1) / 2;
        __syncthreads();
        if (t + half < count)
            partial[t] += partial[t + half];
    }

    if (t == 0) {
        double estimate = 4.0 * partial[0] / mine;
        pi[blockIdx.x] = estimate;
        pi[gridDim.x + blockIdx.x] = fabs(estimate - 3.14159265358979);
    }
}
