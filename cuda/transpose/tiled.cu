// Each thread loads one element into the block's tile and stores another one from it, both along rows.
__global__ void transpose(float* out, const float* in, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM];

    int col = blockIdx.x * TILE_DIM + threadIdx.x;
    int row = blockIdx.y * TILE_DIM + threadIdx.y;
    if (col < width && row < height) {
        tile[threadIdx.y][threadIdx.x] = in[row * width + col];
    }
    __syncthreads();

    // The tile's position in the output: tiles are transposed like elements.
    int out_col = blockIdx.y * TILE_DIM + threadIdx.x;
    int out_row = blockIdx.x * TILE_DIM + threadIdx.y;
    if (out_col < height && out_row < width) {
        out[out_row * height + out_col] = tile[threadIdx.x][threadIdx.y];
    }
}
