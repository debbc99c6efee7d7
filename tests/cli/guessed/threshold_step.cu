// Binarizes an image with padded rows.
__global__ void threshold8u(const unsigned char* src, int srcStep, unsigned char* dst, int dstStep,
                            int cols, int rows, unsigned char thresh) {
    const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
    if (x < cols && y < rows) dst[y * dstStep + x] = src[y * srcStep + x] > thresh ? 255 : 0;
    // Faulty version: if (x < cols && y <= rows) dst[y * dstStep + x] = src[y * srcStep + x] > thresh ? 255 : 0;
}
