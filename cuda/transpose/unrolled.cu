// Each thread moves two elements: its block takes two tiles that are side by side in the input.
__global__ void transpose(float* out, const float* in, int width, int height) {
    __shared__ float tile[TILE_DIM][2 * TILE_DIM + 1]; // one padding column

    int col = blockIdx.x * 2 * TILE_DIM + threadIdx.x;
    int row = blockIdx.y * TILE_DIM + threadIdx.y;
    if (row < height) {
        if (col < width) {
            tile[threadIdx.y][threadIdx.x] = in[row * width + col];
        }
        if (col + TILE_DIM < width) {
            tile[threadIdx.y][threadIdx.x + TILE_DIM] = in[row * width + col + TILE_DIM];
        }
    }
    __syncthreads();

    // In the output, one tile is below the other.
    int out_col = blockIdx.y * TILE_DIM + threadIdx.x;
    int out_row = blockIdx.x * 2 * TILE_DIM + threadIdx.y;
    if (out_col < height) {
        if (out_row < width) {
            out[out_row * height + out_col] = tile[threadIdx.x][threadIdx.y];
        }
        if (out_row + TILE_DIM < width) {
            out[(out_row + TILE_DIM) * height + out_col] = tile[threadIdx.x][threadIdx.y + TILE_DIM];
        }
    }
}
