// Each thread computes one element of P; the block loads tiles of M and N into shared memory, one pair at a time.
__global__ void matmul_tiled(float* P, const float* M, const float* N, int rows, int inner, int columns) {
    __shared__ float tile_M[TILE_DIM][TILE_DIM];
    __shared__ float tile_N[TILE_DIM][TILE_DIM];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * TILE_DIM + tx;
    int row = blockIdx.y * TILE_DIM + ty;

    float sum = 0.0f;
    for (int start = 0; start < inner; start += TILE_DIM) {
        // Loads zero outside of M and N. No thread may skip the loop, because all threads must reach both barriers.
        tile_M[ty][tx] = row < rows && start + tx < inner ? M[row * inner + start + tx] : 0.0f;
        tile_N[ty][tx] = start + ty < inner && col < columns ? N[(start + ty) * columns + col] : 0.0f;
        __syncthreads();  // the tiles are complete

        for (int k = 0; k < TILE_DIM; ++k) {
            sum += tile_M[ty][k] * tile_N[k][tx];
        }
        __syncthreads();  // all threads are done with the tiles
    }

    if (row < rows && col < columns) {
        P[row * columns + col] = sum;
    }
}
