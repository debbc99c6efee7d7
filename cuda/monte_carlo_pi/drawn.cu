// Returns a number that looks random but depends only on v.
__device__ unsigned scramble(unsigned v) {
    v = (v ^ (v >> 16)) * 0x9e3779b1u;
    v = (v ^ (v >> 15)) * 0x9e3779b1u;
    return v ^ (v >> 16);
}

// Each thread draws one point, counts it if it is a hit, and marks its pixel: 1 for a miss, 2 for a hit.
__global__ void monte_carlo_pi(unsigned* picture, unsigned* hits, int samples, int seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < samples) {
        unsigned random = scramble(i + scramble(seed));
        unsigned x = random & 0x7fff; // x and y have 15 bits: 0 to 32767
        unsigned y = random >> 17;
        bool hit = x * x + y * y < 32768u * 32768u;

        int column = x / 128;
        int row = 255 - y / 128; // y points up
        atomicMax(&picture[row * 256 + column], hit ? 2u : 1u);
        if (hit)
            atomicAdd(hits, 1u);
    }
}
