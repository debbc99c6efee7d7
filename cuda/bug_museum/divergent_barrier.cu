// Each thread stores its value in shared memory; the even threads then add their right neighbor's value.
__global__ void divergent_barrier(int* out, const int* in, int n) {
    __shared__ int tile[BLOCK_DIM];
    int i = blockIdx.x * BLOCK_DIM + threadIdx.x;
    int value = i < n ? in[i] : 0;

    tile[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x % 2 == 0) {
        value += tile[threadIdx.x + 1];
        __syncthreads();  // BUG: the odd threads never come here
        tile[threadIdx.x] = value;
    }
    if (i < n) {
        out[i] = tile[threadIdx.x];
    }
}
