// Doubles an image by repeating pixels.
__global__ void upsample(const uchar3* src, uchar3* dst, int dstWidth, int dstHeight) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= dstWidth || y >= dstHeight) return;
    // Faulty version: if (x >= dstWidth || y > dstHeight) return;
    dst[y * dstWidth + x] = src[(y / 2) * (dstWidth / 2) + x / 2];
}
