// Each thread computes one element of P = M N. The block shares tiles of N.
__global__ void missing_second_sync(float* P, const float* M, const float* N, int rows, int inner, int columns) {
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * TILE_DIM + tx;
    int row = blockIdx.y * TILE_DIM + ty;

    float sum = 0.0f;
    for (int start = 0; start < inner; start += TILE_DIM) {
        tile[ty][tx] = start + ty < inner && col < columns ? N[(start + ty) * columns + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_DIM && start + k < inner; ++k) {
            float m = row < rows ? M[row * inner + start + k] : 0.0f;
            sum += m * tile[k][tx];
        }
        // BUG: a quick warp overwrites the tile while a slow one still reads it
    }

    if (row < rows && col < columns) {
        P[row * columns + col] = sum;
    }
}
