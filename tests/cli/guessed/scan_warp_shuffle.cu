// Computes inclusive prefix sums per block with shuffles.
__global__ void inclusive_scan(const int* in, int* out, int* block_sums, int n) {
    __shared__ int warp_sums[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int v = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d <<= 1) {
        int t = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += t;
    }
    if (lane == 31) warp_sums[warp] = v;
    // Faulty version: if (lane == 32) warp_sums[warp] = v;
    __syncthreads();
    int before = 0;
    for (int w = 0; w < warp; ++w) before += warp_sums[w];
    if (i < n) out[i] = v + before;
    if (threadIdx.x == blockDim.x - 1) block_sums[blockIdx.x] = v + before;
}
