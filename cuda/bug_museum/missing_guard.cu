// Each thread inverts one pixel.
__global__ void missing_guard(unsigned char* out, const unsigned char* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    unsigned char value = 0;
    if (i < n) {
        value = in[i];
    }
    out[i] = 255 - value;  // BUG: threads without a pixel store past the end
}
