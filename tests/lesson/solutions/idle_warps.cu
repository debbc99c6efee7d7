// Threads are numbered through the launch, and pixels through the picture: one warp at most has both kinds of lanes.
__global__ void color_to_gray(unsigned char* gray, const unsigned char* rgb, int width, int height) {
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int pixel = (block * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

    if (pixel < width * height) {
        unsigned char r = rgb[3 * pixel];
        unsigned char g = rgb[3 * pixel + 1];
        unsigned char b = rgb[3 * pixel + 2];
        gray[pixel] = 0.299f * r + 0.587f * g + 0.114f * b;
    }
}
