// Each thread moves one element from its place in column-major order to its place in row-major order.
__global__ void reorder(int* out, const int* in, int width, int height, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; // the element's number in row-major order

    if (i < width * height * depth) {
        int plane = i / (width * height);
        int row = i / width % height;
        int col = i % width;
        int column_major = (col * height + row) * depth + plane;
        out[i] = in[column_major];
    }
}
