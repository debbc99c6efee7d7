#define BORDER_COPY 0
#define BORDER_CLAMP 1
#define BORDER_MIRROR 2
#define BORDER_ZERO 3

// Returns the index to read for position i, or -1 for "nothing to read". i may be outside 0 to n - 1.
__device__ int place(int i, int n) {
    if (BORDER == BORDER_CLAMP) return min(max(i, 0), n - 1);
    if (BORDER == BORDER_MIRROR) {
        while (i < 0 || i >= n) { // a large window may be reflected more than once
            i = i < 0 ? -i - 1 : 2 * n - 1 - i;
        }
    }
    return i >= 0 && i < n ? i : -1;
}

// Each thread computes one weight of the bell curve; all add up to 1. The grid is one block of 2 * radius + 1 threads.
__global__ void gaussian_weights(float* weights, int radius, float sigma) {
    float sum = 0.0f;
    for (int k = -radius; k <= radius; ++k) {
        sum += expf(-(k * k) / (2.0f * sigma * sigma));
    }
    int k = (int)threadIdx.x - radius;
    weights[threadIdx.x] = expf(-(k * k) / (2.0f * sigma * sigma)) / sum;
}

// First pass: each thread blurs one pixel along its row. The result keeps its fraction for the second pass.
__global__ void blur_rows(float* blurred, const unsigned char* in, const float* weights, int width, int height,
                          int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        float red = 0.0f, green = 0.0f, blue = 0.0f;
        for (int k = -radius; k <= radius; ++k) {
            int c = place(col + k, width);
            if (c >= 0) {
                float weight = weights[k + radius];
                int pixel = row * width + c;
                red += weight * in[3 * pixel];
                green += weight * in[3 * pixel + 1];
                blue += weight * in[3 * pixel + 2];
            }
        }
        int pixel = row * width + col;
        blurred[3 * pixel] = red;
        blurred[3 * pixel + 1] = green;
        blurred[3 * pixel + 2] = blue;
    }
}

// Second pass: each thread blurs one pixel of the first pass's result along its column.
__global__ void blur_columns(unsigned char* out, const float* blurred, const unsigned char* in, const float* weights,
                             int width, int height, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int center = row * width + col;
        bool whole_window = row >= radius && row + radius < height && col >= radius && col + radius < width;
        if (BORDER == BORDER_COPY && !whole_window) {
            out[3 * center] = in[3 * center];
            out[3 * center + 1] = in[3 * center + 1];
            out[3 * center + 2] = in[3 * center + 2];
            return;
        }
        float red = 0.0f, green = 0.0f, blue = 0.0f;
        for (int k = -radius; k <= radius; ++k) {
            int r = place(row + k, height);
            if (r >= 0) {
                float weight = weights[k + radius];
                int pixel = r * width + col;
                red += weight * blurred[3 * pixel];
                green += weight * blurred[3 * pixel + 1];
                blue += weight * blurred[3 * pixel + 2];
            }
        }
        out[3 * center] = red + 0.5f; // the conversion drops the fraction, so + 0.5 rounds to nearest
        out[3 * center + 1] = green + 0.5f;
        out[3 * center + 2] = blue + 0.5f;
    }
}
