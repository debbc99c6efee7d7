// First pass: each thread adds up the pixels to its left and right. It stores no mean, which would lose its fraction.
__global__ void sum_rows(int* sums, const unsigned char* in, int width, int height, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int red = 0, green = 0, blue = 0;
        for (int c = max(0, col - radius); c <= min(width - 1, col + radius); ++c) {
            int pixel = row * width + c;
            red += in[3 * pixel];
            green += in[3 * pixel + 1];
            blue += in[3 * pixel + 2];
        }
        int pixel = row * width + col;
        sums[3 * pixel] = red;
        sums[3 * pixel + 1] = green;
        sums[3 * pixel + 2] = blue;
    }
}

// Second pass: each thread adds up the sums above and below and divides by the number of pixels in the window.
__global__ void mean_columns(unsigned char* out, const int* sums, int width, int height, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int first_row = max(0, row - radius);
        int last_row = min(height - 1, row + radius);
        int red = 0, green = 0, blue = 0;
        for (int r = first_row; r <= last_row; ++r) {
            int pixel = r * width + col;
            red += sums[3 * pixel];
            green += sums[3 * pixel + 1];
            blue += sums[3 * pixel + 2];
        }
        int columns = min(width - 1, col + radius) - max(0, col - radius) + 1;
        int count = columns * (last_row - first_row + 1);
        int pixel = row * width + col;
        out[3 * pixel] = red / count;
        out[3 * pixel + 1] = green / count;
        out[3 * pixel + 2] = blue / count;
    }
}
