// Computes the gradient magnitude of inner pixels.
__global__ void sobel_filter(const unsigned char* src, unsigned char* dst, int cols, int rows) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < 1 || r < 1 || c >= cols - 1 || r >= rows - 1) return;
    // Faulty version: if (c >= cols || r >= rows) return;
    const unsigned char* p = src + r * cols + c;
    int gx = p[1 - cols] + 2 * p[1] + p[1 + cols] - p[-1 - cols] - 2 * p[-1] - p[-1 + cols];
    int gy = p[cols - 1] + 2 * p[cols] + p[cols + 1] - p[-cols - 1] - 2 * p[-cols] - p[-cols + 1];
    dst[r * cols + c] = min(255, abs(gx) + abs(gy));
}
