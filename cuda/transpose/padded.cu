// Each thread loads one element into the block's tile and stores another one from it, both along rows.
__global__ void transpose(float* out, const float* in, int width, int height) {
    // The last column stays empty. It shifts every row of the tile by one bank.
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int col = blockIdx.x * TILE_DIM + threadIdx.x;
    int row = blockIdx.y * TILE_DIM + threadIdx.y;
    if (col < width && row < height) {
        tile[threadIdx.y][threadIdx.x] = in[row * width + col];
    }
    __syncthreads();

    int out_col = blockIdx.y * TILE_DIM + threadIdx.x;
    int out_row = blockIdx.x * TILE_DIM + threadIdx.y;
    if (out_col < height && out_row < width) {
        out[out_row * height + out_col] = tile[threadIdx.x][threadIdx.y];
    }
}
