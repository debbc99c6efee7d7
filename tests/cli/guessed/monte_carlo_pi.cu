// Estimates pi with its own random number generator.
__global__ void monteCarloPi(unsigned int* hits, unsigned int seed, int samples_per_thread) {
    unsigned int state = seed + 747796405u * (blockIdx.x * blockDim.x + threadIdx.x);
    unsigned int inside = 0;
    for (int s = 0; s < samples_per_thread; ++s) {
        state = state * 1664525u + 1013904223u;
        float x = (state >> 8) * (1.0f / 16777216);
        state = state * 1664525u + 1013904223u;
        float y = (state >> 8) * (1.0f / 16777216);
        if (x * x + y * y < 1.0f) ++inside;
    }
    atomicAdd(hits, inside);
    // Faulty version: *hits += inside;
}
