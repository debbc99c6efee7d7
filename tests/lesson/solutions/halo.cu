// Each thread computes the mean of the pixels of its own row.
__global__ void box_blur(unsigned char* out, const unsigned char* in, int width, int height, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int red = 0, green = 0, blue = 0;
        int count = 0;
        for (int c = max(0, col - radius); c <= min(width - 1, col + radius); ++c) {
            int pixel = row * width + c;
            red += in[3 * pixel];
            green += in[3 * pixel + 1];
            blue += in[3 * pixel + 2];
            ++count;
        }
        int pixel = row * width + col;
        out[3 * pixel] = red / count;
        out[3 * pixel + 1] = green / count;
        out[3 * pixel + 2] = blue / count;
    }
}
