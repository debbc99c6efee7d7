// Each thread inverts one pixel.
__global__ void half_guard(unsigned char* out, const unsigned char* in, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width) {  // needs: && row < height
        int pixel = row * width + col;
        out[pixel] = 255 - in[pixel];  // BUG: threads below the picture come here too
    }
}
