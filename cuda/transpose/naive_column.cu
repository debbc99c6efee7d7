// Each thread moves one element. Threads of a warp load down a column and store along a row of the output.
__global__ void transpose(float* out, const float* in, int width, int height) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        out[col * height + row] = in[row * width + col];
    }
}
