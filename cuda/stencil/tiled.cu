#define OUT_TILE_DIM (IN_TILE_DIM - 2)

// Weights of the cell and its neighbors: left, right, above, below, in front, behind.
__constant__ float weight[7];

// Each thread loads one cell of the block's input tile; then the inner threads compute one cell each.
__global__ void stencil(float* out, const float* in, int width, int height, int depth) {
    __shared__ float tile[IN_TILE_DIM][IN_TILE_DIM][IN_TILE_DIM];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int tz = threadIdx.z;
    int x = blockIdx.x * OUT_TILE_DIM + tx - 1;
    int y = blockIdx.y * OUT_TILE_DIM + ty - 1;
    int z = blockIdx.z * OUT_TILE_DIM + tz - 1;
    int i = (z * height + y) * width + x;

    // The corners and edges of the tile are also loaded, although no sum needs them.
    if (x >= 0 && x < width && y >= 0 && y < height && z >= 0 && z < depth) {
        tile[tz][ty][tx] = in[i];
    }
    __syncthreads();

    if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1 && z >= 1 && z < depth - 1) {
        if (tx >= 1 && tx <= OUT_TILE_DIM && ty >= 1 && ty <= OUT_TILE_DIM && tz >= 1 && tz <= OUT_TILE_DIM) {
            out[i] = weight[0] * tile[tz][ty][tx]
                   + weight[1] * tile[tz][ty][tx - 1] + weight[2] * tile[tz][ty][tx + 1]
                   + weight[3] * tile[tz][ty - 1][tx] + weight[4] * tile[tz][ty + 1][tx]
                   + weight[5] * tile[tz - 1][ty][tx] + weight[6] * tile[tz + 1][ty][tx];
        }
    }
}
