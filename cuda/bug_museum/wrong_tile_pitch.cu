// Each thread stores one pixel in the block's tile and reads the mirrored one of the same tile row.
__global__ void wrong_tile_pitch(unsigned char* out, const unsigned char* in, int width) {
    extern __shared__ unsigned char tile[];  // blockDim.y rows of blockDim.x pixels
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * blockDim.x + tx;
    int row = blockIdx.y * blockDim.y + ty;

    tile[ty * blockDim.x + tx] = in[row * width + col];
    __syncthreads();

    int mirrored = blockDim.x - 1 - tx;
    out[row * width + col] = tile[ty * blockDim.y + mirrored];  // BUG: a row of the tile is blockDim.x pixels long
}
