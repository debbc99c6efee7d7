// Each thread moves one element from its column-major position to its row-major position.
__global__ void reorder(int* out, const int* in, int width, int height, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; // row-major index of the element

    if (i < width * height * depth) {
        int plane = i / (width * height);
        int row = i / width % height;
        int col = i % width;
        int column_major = (col * height + row) * depth + plane;
        out[i] = in[column_major];
    }
}
