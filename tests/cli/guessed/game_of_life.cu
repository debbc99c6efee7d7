// Computes one generation on a torus.
__global__ void life(const unsigned char* cells, unsigned char* next, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) alive += cells[(y + dy + height) % height * width + (x + dx + width) % width] & 1;
            // Faulty version: if (dx || dy) alive += cells[(y + dy) * width + (x + dx + width) % width] & 1;
    next[y * width + x] = alive == 3 || (alive == 2 && (cells[y * width + x] & 1));
}
