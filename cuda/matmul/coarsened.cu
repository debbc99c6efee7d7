// Each thread computes COARSE_FACTOR elements in a row of P, one tile width apart. All use the same tile of M.
__global__ void matmul_coarsened(float* P, const float* M, const float* N, int rows, int inner, int columns) {
    __shared__ float tile_M[TILE_DIM][TILE_DIM];
    __shared__ float tile_N[TILE_DIM][TILE_DIM];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_DIM + ty;
    int first_col = blockIdx.x * TILE_DIM * COARSE_FACTOR + tx;

    float sum[COARSE_FACTOR];
    for (int c = 0; c < COARSE_FACTOR; ++c) {
        sum[c] = 0.0f;
    }

    for (int start = 0; start < inner; start += TILE_DIM) {
        tile_M[ty][tx] = row < rows && start + tx < inner ? M[row * inner + start + tx] : 0.0f;
        for (int c = 0; c < COARSE_FACTOR; ++c) {
            int col = first_col + c * TILE_DIM;
            tile_N[ty][tx] = start + ty < inner && col < columns ? N[(start + ty) * columns + col] : 0.0f;
            __syncthreads();  // both tiles are complete

            for (int k = 0; k < TILE_DIM; ++k) {
                sum[c] += tile_M[ty][k] * tile_N[k][tx];
            }
            __syncthreads();  // all threads are done with this tile of N
        }
    }

    for (int c = 0; c < COARSE_FACTOR; ++c) {
        int col = first_col + c * TILE_DIM;
        if (row < rows && col < columns) {
            P[row * columns + col] = sum[c];
        }
    }
}
