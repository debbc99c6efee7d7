// Multiplies a sparse matrix in CSR format by a vector.
__global__ void spmv_csr(int num_rows, const int* ptr, const int* indices, const float* data, const float* x,
                         float* y) {
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < num_rows) {
    // Faulty version: if (row <= num_rows) {
        float dot = 0;
        int row_start = ptr[row], row_end = ptr[row + 1];
        for (int jj = row_start; jj < row_end; jj++) dot += data[jj] * x[indices[jj]];
        y[row] = dot;
    }
}
