#define BORDER_COPY 0
#define BORDER_CLAMP 1
#define BORDER_MIRROR 2
#define BORDER_ZERO 3

// Returns the index to read for position i, or -1 for "nothing to read". i may be outside 0 to n - 1.
__device__ int place(int i, int n) {
    if (i >= 0 && i < n) return i;
    if (BORDER == BORDER_CLAMP) return i < 0 ? 0 : n - 1;
    if (BORDER == BORDER_MIRROR) return i < 0 ? -i - 1 : 2 * n - 1 - i;
    return -1;
}

// Each thread computes one output pixel from 3 x 3 pixels, weighted 1 2 1, 2 4 2, 1 2 1.
__global__ void gaussian_blur(unsigned char* out, const unsigned char* in, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int center = row * width + col;
        if (BORDER == BORDER_COPY && (row == 0 || row == height - 1 || col == 0 || col == width - 1)) {
            out[3 * center] = in[3 * center];
            out[3 * center + 1] = in[3 * center + 1];
            out[3 * center + 2] = in[3 * center + 2];
            return;
        }
        int red = 0, green = 0, blue = 0;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                int r = place(row + dy, height);
                int c = place(col + dx, width);
                if (r >= 0 && c >= 0) {
                    int weight = (2 - abs(dy)) * (2 - abs(dx));
                    int pixel = r * width + c;
                    red += weight * in[3 * pixel];
                    green += weight * in[3 * pixel + 1];
                    blue += weight * in[3 * pixel + 2];
                }
            }
        }
        out[3 * center] = (red + 8) / 16; // 8 is half of 16: rounds to the nearest value
        out[3 * center + 1] = (green + 8) / 16;
        out[3 * center + 2] = (blue + 8) / 16;
    }
}
