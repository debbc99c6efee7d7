// Each thread moves one element. Threads of a warp load along a row and store down a column.
__global__ void transpose(float* out, const float* in, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        out[col * height + row] = in[row * width + col];
    }
}
