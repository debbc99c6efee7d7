// Each thread computes one output pixel: the mean of the pixels around it that are inside the image.
__global__ void box_blur(unsigned char* out, const unsigned char* in, int width, int height, int radius) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int red = 0, green = 0, blue = 0;
        int count = 0;
        for (int dy = -radius; dy <= radius; ++dy) {
            for (int dx = -radius; dx <= radius; ++dx) {
                int r = row + dy;
                int c = col + dx;
                if (r >= 0 && r < height && c >= 0 && c < width) {
                    int pixel = r * width + c;
                    red += in[3 * pixel];
                    green += in[3 * pixel + 1];
                    blue += in[3 * pixel + 2];
                    ++count;
                }
            }
        }
        int pixel = row * width + col;
        out[3 * pixel] = red / count;
        out[3 * pixel + 1] = green / count;
        out[3 * pixel + 2] = blue / count;
    }
}
