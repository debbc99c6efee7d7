#define FILTER_DIM (2 * FILTER_RADIUS + 1)
#define IN_TILE_DIM (OUT_TILE_DIM + 2 * FILTER_RADIUS)

__constant__ float filter[FILTER_DIM][FILTER_DIM];

// The block is as large as the output tile: each thread computes one cell, and some load several.
__global__ void convolution(float* out, const float* in, int width, int height) {
    __shared__ float tile[IN_TILE_DIM][IN_TILE_DIM];

    int first_col = blockIdx.x * OUT_TILE_DIM - FILTER_RADIUS;
    int first_row = blockIdx.y * OUT_TILE_DIM - FILTER_RADIUS;

    // The input tile is larger than the block: the threads continue with the next cells until all are loaded.
    int threads = OUT_TILE_DIM * OUT_TILE_DIM;
    for (int i = threadIdx.y * OUT_TILE_DIM + threadIdx.x; i < IN_TILE_DIM * IN_TILE_DIM; i += threads) {
        int tile_row = i / IN_TILE_DIM;
        int tile_col = i % IN_TILE_DIM;
        int r = first_row + tile_row;
        int c = first_col + tile_col;
        if (r >= 0 && r < height && c >= 0 && c < width) {
            tile[tile_row][tile_col] = in[r * width + c];
        } else {
            tile[tile_row][tile_col] = 0.0f; // a ghost cell
        }
    }
    __syncthreads();

    int col = blockIdx.x * OUT_TILE_DIM + threadIdx.x;
    int row = blockIdx.y * OUT_TILE_DIM + threadIdx.y;
    if (col < width && row < height) {
        float sum = 0.0f;
        for (int i = 0; i < FILTER_DIM; ++i) {
            for (int j = 0; j < FILTER_DIM; ++j) {
                sum += filter[i][j] * tile[threadIdx.y + i][threadIdx.x + j];
            }
        }
        out[row * width + col] = sum;
    }
}
