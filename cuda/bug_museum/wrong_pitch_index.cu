// Each thread inverts one pixel.
__global__ void wrong_pitch_index(unsigned char* out, const unsigned char* in, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        unsigned char value = in[row * width + col];
        out[row * height + col] = 255 - value;  // BUG: the pitch is width, not height
    }
}
