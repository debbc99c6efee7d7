__global__ void color_to_gray(unsigned char* gray, const unsigned char* rgb, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        int pixel = row * width + col;
        gray[pixel] = 0.299f * rgb[3 * pixel] + 0.587f * rgb[3 * pixel + 1] + 0.114f * rgb[3 * pixel + 2];
    }
}
