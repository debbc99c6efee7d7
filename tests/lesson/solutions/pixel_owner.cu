// Each thread turns one pixel of an RGB image into a gray value.
__global__ void color_to_gray(unsigned char* gray, const unsigned char* rgb, int width, int height) {
    int col = width - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col >= 0 && row < height) {
        int pixel = row * width + col;
        unsigned char r = rgb[3 * pixel];
        unsigned char g = rgb[3 * pixel + 1];
        unsigned char b = rgb[3 * pixel + 2];
        gray[pixel] = 0.299f * r + 0.587f * g + 0.114f * b;
    }
}
