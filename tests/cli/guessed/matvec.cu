// Multiplies a matrix by a vector, one thread per row.
__global__ void matVec(const float* mat, const float* vec, float* result, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
    // Faulty version: if (r <= rows) {
        float sum = 0.f;
        for (int c = 0; c < cols; c++) sum += mat[r * cols + c] * vec[c];
        result[r] = sum;
    }
}
