// Blends two RGBA images stored as bytes.
__global__ void alphaBlend(const unsigned char* fg, const unsigned char* bg, unsigned char* out, int width,
                           int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
    // Faulty version: if (x < width && y <= height) {
        int p = (y * width + x) * 4;
        int a = fg[p + 3];
        for (int c = 0; c < 3; ++c) out[p + c] = (fg[p + c] * a + bg[p + c] * (255 - a)) / 255;
        out[p + 3] = 255;
    }
}
