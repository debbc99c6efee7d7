// Each thread computes the mean of three neighbors from a tile in shared memory.
__global__ void uninitialised_shared(float* out, const float* in, int n) {
    __shared__ float tile[BLOCK_DIM + 2];
    int i = blockIdx.x * BLOCK_DIM + threadIdx.x;
    int t = threadIdx.x + 1;

    tile[t] = i < n ? in[i] : 0.0f;  // the thread's own element
    __syncthreads();

    if (i < n) {
        out[i] = (tile[t - 1] + tile[t] + tile[t + 1]) / 3.0f;  // BUG: reads the unset ends of the tile
    }
}
