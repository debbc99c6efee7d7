// Blurs one device's slab of a picture. The slab has `rows` own rows; the ghost rows above and below are copies of the
// neighbors' rows. `in` and `out` point to the slab's first own row, which is row `first_row` of the picture.
// The mean does not include pixels outside the picture.
__global__ void box_blur(float* out, const float* in, int width, int rows, int first_row, int height, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && row < rows) {
        float sum = 0;
        int count = 0;
        for (int dy = -radius; dy <= radius; ++dy) {
            int y = first_row + row + dy;
            if (y < 0 || y >= height) continue;
            for (int dx = -radius; dx <= radius; ++dx) {
                if (x + dx < 0 || x + dx >= width) continue;
                sum += in[(row + dy) * width + x + dx]; // near the slab's edge, this may be in a ghost row
                ++count;
            }
        }
        out[row * width + x] = sum / count;
    }
}
