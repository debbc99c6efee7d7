#define FILTER_DIM (2 * FILTER_RADIUS + 1)

__constant__ float filter[FILTER_DIM][FILTER_DIM];

// Each thread loads one cell and computes one. The tile has no halo: cells outside the tile come from global memory.
// They are probably in the L2 cache, because the neighboring block also loads them.
__global__ void convolution(float* out, const float* in, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM];

    int col = blockIdx.x * TILE_DIM + threadIdx.x;
    int row = blockIdx.y * TILE_DIM + threadIdx.y;
    if (col < width && row < height) {
        tile[threadIdx.y][threadIdx.x] = in[row * width + col];
    }
    __syncthreads();

    if (col < width && row < height) {
        float sum = 0.0f;
        for (int i = 0; i < FILTER_DIM; ++i) {
            for (int j = 0; j < FILTER_DIM; ++j) {
                int r = row - FILTER_RADIUS + i;
                int c = col - FILTER_RADIUS + j;
                if (r >= 0 && r < height && c >= 0 && c < width) {
                    int tile_row = (int)threadIdx.y - FILTER_RADIUS + i;
                    int tile_col = (int)threadIdx.x - FILTER_RADIUS + j;
                    if (tile_row >= 0 && tile_row < TILE_DIM && tile_col >= 0 && tile_col < TILE_DIM) {
                        sum += filter[i][j] * tile[tile_row][tile_col];
                    } else {
                        sum += filter[i][j] * in[r * width + c];
                    }
                }
            }
        }
        out[row * width + col] = sum;
    }
}
