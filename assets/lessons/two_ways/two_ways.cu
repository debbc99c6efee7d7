// Half of the threads invert their pixel; the others average it with the mirrored picture.
__global__ void two_ways(unsigned char* out, const unsigned char* in, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int pixel = row * width + col;
        if (col % 2 == 0) {
            out[pixel] = 255 - in[pixel];
        } else {
            int mirrored = row * width + width - 1 - col;
            out[pixel] = (in[pixel] + in[mirrored]) / 2;
        }
    }
}
