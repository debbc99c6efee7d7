// Halves an image by averaging squares of four pixels.
__global__ void downsample2x(const float* in, float* out, int inWidth, int inHeight) {
    int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y * blockDim.y + threadIdx.y;
    int outWidth = inWidth / 2, outHeight = inHeight / 2;
    if (ox >= outWidth || oy >= outHeight) return;
    // Faulty version: if (ox >= outWidth || oy >= inHeight) return;
    const float* p = in + 2 * oy * inWidth + 2 * ox;
    out[oy * outWidth + ox] = 0.25f * (p[0] + p[1] + p[inWidth] + p[inWidth + 1]);
}
