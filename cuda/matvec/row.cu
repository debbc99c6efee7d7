// Each thread computes one element of the product: its row of the matrix times the vector.
__global__ void matvec_row(float* product, const float* matrix, const float* vector, int width, int height) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < height) {
        float sum = 0.0f;
        for (int k = 0; k < width; ++k) {
            sum += matrix[row * width + k] * vector[k];
        }
        product[row] = sum;
    }
}
