// Each thread computes the mean of three neighbours from a tile in shared memory, whose ends the outer threads load.
__global__ void uninitialised_shared(float* out, const float* in, int n) {
    __shared__ float tile[BLOCK_DIM + 2];
    int i = blockIdx.x * BLOCK_DIM + threadIdx.x;
    int t = threadIdx.x + 1;

    tile[t] = i < n ? in[i] : 0.0f;
    if (threadIdx.x == 0) {
        tile[0] = i > 0 ? in[i - 1] : 0.0f;
    }
    if (threadIdx.x == BLOCK_DIM - 1) {
        tile[BLOCK_DIM + 1] = i + 1 < n ? in[i + 1] : 0.0f;
    }
    __syncthreads();

    if (i < n) {
        out[i] = (tile[t - 1] + tile[t] + tile[t + 1]) / 3.0f;
    }
}
