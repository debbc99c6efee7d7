// Interleaves three color planes.
__global__ void recombine(const unsigned char* red, const unsigned char* green, const unsigned char* blue,
                          uchar4* out, int rows, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    // Faulty version: if (x >= cols && y >= rows) return;
    int i = y * cols + x;
    out[i] = make_uchar4(red[i], green[i], blue[i], 255);
}
