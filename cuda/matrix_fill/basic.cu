// Each thread writes the number of one cell into that cell.
__global__ void matrix_fill(int* matrix, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height)
        matrix[row * width + col] = row * width + col;
}
