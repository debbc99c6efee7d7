// Brightens an image with a row pitch in bytes.
__global__ void brighten(unsigned char* image, size_t pitch, int width, int height, int amount) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    // Faulty version: if (x >= width || y > height) return;
    unsigned char* row = image + y * pitch;
    row[x] = min(row[x] + amount, 255);
}
