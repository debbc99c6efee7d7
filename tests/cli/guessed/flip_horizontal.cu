// Mirrors rows in place, one thread per pair of pixels.
__global__ void flipHorizontal(unsigned char* img, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width / 2 || y >= height) return;
    // Faulty version: if (x >= width || y >= height) return;
    unsigned char* left = &img[y * width + x];
    unsigned char* right = &img[y * width + width - 1 - x];
    unsigned char t = *left;
    *left = *right;
    *right = t;
}
