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

// Each thread draws one point and counts it if it is a hit.
__global__ void monte_carlo_pi(unsigned* hits, int samples, int seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < samples && is_hit(i, seed))
        atomicAdd(hits, 1u);
}
