#define FILTER_DIM (2 * FILTER_RADIUS + 1)
#define OUT_TILE_DIM (IN_TILE_DIM - 2 * FILTER_RADIUS)

__constant__ float filter[FILTER_DIM][FILTER_DIM];

// The block is as large as the input tile: each thread loads one cell, then the inner threads compute one cell each.
__global__ void convolution(float* out, const float* in, int width, int height) {
    __shared__ float tile[IN_TILE_DIM][IN_TILE_DIM];

    int col = blockIdx.x * OUT_TILE_DIM + threadIdx.x - FILTER_RADIUS;
    int row = blockIdx.y * OUT_TILE_DIM + threadIdx.y - FILTER_RADIUS;
    bool inside = row >= 0 && row < height && col >= 0 && col < width;

    if (inside) {
        tile[threadIdx.y][threadIdx.x] = in[row * width + col];
    } else {
        tile[threadIdx.y][threadIdx.x] = 0.0f; // a ghost cell
    }
    __syncthreads();

    // Upper left corner of this thread's window in the tile. The halo's threads have nothing to compute.
    int tile_col = (int)threadIdx.x - FILTER_RADIUS;
    int tile_row = (int)threadIdx.y - FILTER_RADIUS;
    if (inside && tile_col >= 0 && tile_col < OUT_TILE_DIM && tile_row >= 0 && tile_row < OUT_TILE_DIM) {
        float sum = 0.0f;
        for (int i = 0; i < FILTER_DIM; ++i) {
            for (int j = 0; j < FILTER_DIM; ++j) {
                sum += filter[i][j] * tile[tile_row + i][tile_col + j];
            }
        }
        out[row * width + col] = sum;
    }
}
