// Each thread computes one output pixel from a tile that its block has loaded into shared memory.
__global__ void box_blur(unsigned char* out, const unsigned char* in, int width, int height, int radius) {
    extern __shared__ unsigned char tile[]; // the block's pixels and a halo of `radius` pixels around them

    int tile_width = blockDim.x + 2 * radius;
    int tile_height = blockDim.y + 2 * radius;
    int first_col = blockIdx.x * blockDim.x - radius;
    int first_row = blockIdx.y * blockDim.y - radius;

    // All threads load, even those without an output pixel. Cells outside the image stay unset: no thread reads them.
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < tile_width * tile_height; i += blockDim.x * blockDim.y) {
        int r = first_row + i / tile_width;
        int c = first_col + i % tile_width;
        if (r >= 0 && r < height && c >= 0 && c < width) {
            int pixel = r * width + c;
            tile[3 * i] = in[3 * pixel];
            tile[3 * i + 1] = in[3 * pixel + 1];
            tile[3 * i + 2] = in[3 * pixel + 2];
        }
    }
    __syncthreads();

    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int red = 0, green = 0, blue = 0;
        int count = 0;
        // The window, clipped at the image's edge.
        for (int r = max(0, row - radius); r <= min(height - 1, row + radius); ++r) {
            for (int c = max(0, col - radius); c <= min(width - 1, col + radius); ++c) {
                int i = (r - first_row) * tile_width + (c - first_col);
                red += tile[3 * i];
                green += tile[3 * i + 1];
                blue += tile[3 * i + 2];
                ++count;
            }
        }
        int pixel = row * width + col;
        out[3 * pixel] = red / count;
        out[3 * pixel + 1] = green / count;
        out[3 * pixel + 2] = blue / count;
    }
}
