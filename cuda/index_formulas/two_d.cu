// Each thread moves one element of every plane from column-major order to row-major order.
__global__ void reorder(int* out, const int* in, int width, int height, int depth) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int row_major = row * width + col;
        int column_major = col * height + row;
        for (int plane = 0; plane < depth; ++plane) {
            int first = plane * width * height; // index of the plane's first element
            out[first + row_major] = in[first + column_major];
        }
    }
}
