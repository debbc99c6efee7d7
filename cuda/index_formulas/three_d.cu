// Each thread moves one element from its column-major position to its row-major position.
__global__ void reorder(int* out, const int* in, int width, int height, int depth) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int plane = blockIdx.z * blockDim.z + threadIdx.z;

    if (col < width && row < height && plane < depth) {
        int row_major = (plane * height + row) * width + col;    // the column changes fastest
        int column_major = (col * height + row) * depth + plane; // the plane changes fastest
        out[row_major] = in[column_major];
    }
}
