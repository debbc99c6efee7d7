// Each thread adds one pair of elements.
__global__ void matrix_add(float* sum, const float* a, const float* b, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < width && row < height) {
        int i = row * width + col;
        sum[i] = a[i] + b[i];
    }
}
