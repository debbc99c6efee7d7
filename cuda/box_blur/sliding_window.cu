// Adds `sign` times one row of the window around column `col` to the running sum. Rows outside the image add nothing.
__device__ void add_row(int sum[3], int sign, const unsigned char* in, int row, int col, int width, int height,
                        int radius) {
    if (row < 0 || row >= height) return;
    for (int c = max(0, col - radius); c <= min(width - 1, col + radius); ++c) {
        int pixel = row * width + c;
        sum[0] += sign * in[3 * pixel];
        sum[1] += sign * in[3 * pixel + 1];
        sum[2] += sign * in[3 * pixel + 2];
    }
}

// Each thread walks down a strip of one column: its window gains a row at the bottom and loses one at the top.
__global__ void box_blur(unsigned char* out, const unsigned char* in, int width, int height, int radius, int strip) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int first_row = (blockIdx.y * blockDim.y + threadIdx.y) * strip;

    if (col < width && first_row < height) {
        int sum[3] = {0, 0, 0};
        for (int r = first_row - radius; r <= first_row + radius; ++r) {
            add_row(sum, 1, in, r, col, width, height, radius);
        }
        int columns = min(width - 1, col + radius) - max(0, col - radius) + 1;
        for (int row = first_row; row < min(height, first_row + strip); ++row) {
            int count = columns * (min(height - 1, row + radius) - max(0, row - radius) + 1);
            int pixel = row * width + col;
            out[3 * pixel] = sum[0] / count;
            out[3 * pixel + 1] = sum[1] / count;
            out[3 * pixel + 2] = sum[2] / count;
            add_row(sum, 1, in, row + radius + 1, col, width, height, radius);
            add_row(sum, -1, in, row - radius, col, width, height, radius);
        }
    }
}
