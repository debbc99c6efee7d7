// Writes a result into a device variable.
__device__ int largest[256];

__global__ void largestPerLane(const int* data, int n) {
    int i = threadIdx.x;
    int best = 0;
    for (int k = i; k < n; k += 256) best = max(best, data[k]);
    // Faulty version: for (int k = i; k <= n; k += 256) best = max(best, data[k]);
    largest[i] = best;
}
